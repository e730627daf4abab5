import { datedDocuments } from "#lib/desk/contract/review/dates.ts";
import { exceptionsOf } from "#lib/desk/contract/review/exceptions.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import { decidedFile, setRelationEnd, writeRelationEnd } from "#lib/desk/server/custody/relation-end.ts";
import { type HeldReview, holdReview, writeReview } from "#lib/desk/server/review/evaluate.ts";
import { prepareFacts } from "#lib/desk/server/review/facts.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { CotejoError, conflict, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { documentsOn, subjectOf } from "#lib/statements/contract/documents.ts";
import { relationOf } from "#lib/statements/contract/due.ts";
import { MAX_STATEMENTS, type Statement } from "#lib/statements/contract/statement.ts";
import { MAX_REPLACEMENTS, type Stated, type StatementInput } from "#lib/statements/contract/statement-input.ts";
import { type Author, insertStatement, readStatements } from "#lib/statements/server/table.ts";

/**
 * Adds a statement about a file, and what follows from it for its review. Throws NOT_FOUND, VALIDATION_ERROR for a value
 * that the file or the policy refuses, CONFLICT beyond the limit or without a relationship, and STALE_STATEMENT with the
 * newest statement about the subject if the caller has seen another one.
 */
export async function stateAbout(
  verification_id: string,
  input: StatementInput,
  author: Author,
  { pool }: Pooled = database(),
): Promise<Statement> {
  await prepareFacts({ pool });
  return inTransaction(pool, (tx) => stateIn(tx, verification_id, input, author));
}

/** As `stateAbout`, in the caller's transaction, after `prepareFacts`. */
export async function stateIn(
  tx: Client,
  verification_id: string,
  { replaces, ...stated }: StatementInput,
  author: Author,
): Promise<Statement> {
  // A relationship and its end change for how long the file is kept.
  if (stated.kind !== "document_dates") await lockCustody(tx, "change");
  const held = await holdReview(tx, verification_id);
  if (!held) throw notFound("This verification");
  const known = held.facts.statements;
  if (known.length >= MAX_STATEMENTS) throw conflict(`A file has ${MAX_STATEMENTS} statements at most.`);
  const newest = known.find((one) => subjectOf(one) === subjectOf(stated)) ?? null;
  if (replaces !== undefined && replaces !== (newest?.statement_id ?? null)) {
    throw new CotejoError("STALE_STATEMENT", 409, "Somebody has stated something else meanwhile.", {
      details: { statement: newest },
    });
  }
  assertPossible(held, stated);
  const kept = withRefusals(stated, newest);
  const made = [await insertStatement(tx, { verification_id, at: held.now }, kept, author)];
  if (stated.kind === "yearly_check" && stated.outcome === "ended") {
    const until = dateIn(held.now, held.policy.working.time_zone);
    const since = relationNow(held)?.since ?? until;
    made.unshift(
      await insertStatement(tx, { verification_id, at: held.now }, { kind: "relation", since, until }, author),
    );
  }
  held.facts = { ...held.facts, statements: [...made, ...known] };
  if (made.some(({ kind }) => kind === "relation")) await followRelation(tx, held);
  await writeReview(tx, held);
  return made.at(-1) as Statement;
}

/** A newer item that was refused for the same item stays refused in the next statement about the document. */
function withRefusals(stated: Stated, newest: Statement | null): Stated {
  if (stated.kind !== "document_dates" || newest?.kind !== "document_dates") return stated;
  if (stated.item_id === undefined || stated.item_id !== newest.item_id) return stated;
  const refused = [...new Set([...(newest.not_replaced_by ?? []), ...(stated.not_replaced_by ?? [])])];
  return refused.length === 0 ? stated : { ...stated, not_replaced_by: refused.slice(-MAX_REPLACEMENTS) };
}

/** The retention of a decided file counts from the end of its relationship, as the statements have it now. */
export async function followRelation(tx: Client, held: HeldReview): Promise<void> {
  const { verification_id, now, policy } = held;
  if (!(await decidedFile(tx, verification_id))) return;
  const ended_on = relationNow(held)?.until ?? null;
  await writeRelationEnd(tx, { verification_id, ended_on }, { now, time_zone: policy.working.time_zone });
}

/** Sets the end of a relation for the retention, and states it where a beginning is stated (`setRelationEnd`). */
export async function endRelation(
  input: { verification_id: string; ended_on: string | null },
  author: Author,
  connection: Pooled = database(),
) {
  await prepareFacts(connection);
  return setRelationEnd(input, connection, async (tx) => {
    const { verification_id, ended_on: until } = input;
    const stated = (await readStatements(tx, verification_id)).find(({ kind }) => kind === "relation");
    if (stated?.kind !== "relation" || (stated.until ?? null) === until) return;
    await stateIn(tx, verification_id, { kind: "relation", since: stated.since, until }, author);
  });
}

const relationNow = ({ facts, policy }: HeldReview) =>
  relationOf(facts.statements, policy, null, policy.working.time_zone);

function assertPossible(held: HeldReview, stated: Stated): void {
  const { facts, policy, now } = held;
  const today = dateIn(now, policy.working.time_zone);
  const notAfterToday = (field: string, day: string | null | undefined) => {
    if (day && day > today) throw invalid(`Invalid ${field}: this day has not begun.`);
  };
  if (stated.kind === "relation") {
    notAfterToday("since", stated.since);
    notAfterToday("until", stated.until);
    return;
  }
  if (stated.kind === "yearly_check") {
    notAfterToday("checked_on", stated.checked_on);
    const relation = relationNow(held);
    if (!relation || relation.until !== null) throw conflict("Nobody has stated a business relationship of this file.");
    if (stated.outcome === "complete" && stated.checked_on === undefined && lacks(held, today)) {
      throw invalid("Invalid outcome: something is missing, so the check is complete with exceptions at most.");
    }
    return;
  }
  const kind = policy.documents.find(({ key }) => key === stated.document_kind);
  if (!kind) throw invalid("Invalid document_kind.");
  notAfterToday("issued_on", stated.issued_on);
  notAfterToday("seen_on", stated.seen_on);
  const { item_id, people_id } = stated;
  const isPerson = people_id === undefined || facts.people?.some((person) => person.people_id === people_id);
  if ((kind.per === "person") !== (people_id !== undefined) || !isPerson) throw invalid("Invalid people_id.");
  if (item_id !== undefined && !facts.items.some((item) => item.item_id === item_id)) throw invalid("Invalid item_id.");
}

/** Whether a yearly check has exceptions: those of an acceptance now, and a document that is not valid, or unknown. */
function lacks({ facts, policy, review, now }: HeldReview, today: string): boolean {
  return (
    exceptionsOf(facts, { handled: review.handled, policy, now }).length > 0 ||
    documentsOn(datedDocuments(facts, policy), policy.documents, today).some(({ state }) => !FINE.has(state))
  );
}

const FINE: ReadonlySet<string> = new Set(["valid", "expires_soon"]);
