import { findFile } from "#lib/core/server/titles/find-file.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import { holdReview, writeReview } from "#lib/desk/server/review/evaluate.ts";
import { prepareFacts } from "#lib/desk/server/review/facts.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { subjectOf } from "#lib/statements/contract/documents.ts";
import { lastCheckOf } from "#lib/statements/contract/due.ts";
import { type ImportAnswer, type ImportedRow, statementsOf } from "#lib/statements/contract/import.ts";
import type { ImportRow, StatementsImport } from "#lib/statements/contract/import-input.ts";
import type { DocumentKind } from "#lib/statements/contract/policy-input.ts";
import type { Statement } from "#lib/statements/contract/statement.ts";
import { type Stated, statementInput } from "#lib/statements/contract/statement-input.ts";
import { type Author, readStatements, withdrawStatement } from "#lib/statements/server/table.ts";
import { followRelation, stateIn } from "./state.ts";

/**
 * Reads the rows of a sheet as statements, and stores new and different statements, each row in a transaction of its own. A dry
 * run stores nothing. Statements that the file has already are not stored again, so a repeated import changes nothing.
 */
export async function importStatements(
  { rows, dry_run, source, import_id, day_order }: StatementsImport,
  user: { id: string; name: string },
  connection: Pooled = database(),
): Promise<ImportAnswer> {
  const { pool } = connection;
  await prepareFacts(connection);
  const { documents, working } = await readPolicy(pool);
  const done: ImportedRow[] = [];
  for (const row of rows) {
    const read = await readRow(pool, row, { documents, time_zone: working.time_zone, day_order });
    if (!("stated" in read)) {
      done.push({ row: row.row, ...read });
      continue;
    }
    const { verification_id, stated, outcome } = read;
    const author = { user_id: user.id, user_name: user.name, source: `${source}, ${row.row}`, batch: import_id };
    const result =
      dry_run || outcome === "same"
        ? { outcome, cause: null }
        : await storeRow(connection, verification_id, stated, author);
    done.push({ row: row.row, verification_id, ...result });
  }
  return { rows: done };
}

type ReadRow =
  | { verification_id: string; stated: Stated[]; outcome: "new" | "differs" | "same" }
  | Pick<ImportedRow, "outcome" | "verification_id" | "cause">;

type SheetRules = { documents: readonly DocumentKind[]; time_zone: string } & Pick<StatementsImport, "day_order">;

async function readRow(
  client: Client,
  row: ImportRow,
  { documents, time_zone, day_order }: SheetRules,
): Promise<ReadRow> {
  const { state, verification_id } = await findFile(client, row.file);
  const refused = (outcome: ImportedRow["outcome"], cause: string | null = null) => ({
    outcome,
    verification_id,
    cause,
  });
  if (verification_id === null) return refused(state === "ambiguous" ? "ambiguous_file" : "unknown_file");
  // A blocked file has deliveries and is not shown.
  if (!(await client.query(SHOWN, [verification_id])).rowCount)
    return { ...refused("unknown_file"), verification_id: null };
  const kind = row.kind ? kindOf(row.kind, documents) : null;
  if (!kind && (row.kind || row.issued || row.expires)) return refused("unknown_kind", row.kind || null);
  const people_id = kind?.per === "person" ? await personOf(client, verification_id, row.person ?? "") : undefined;
  if (people_id === null) return refused("unknown_person", row.person ?? null);
  const read = statementsOf(row, { document_kind: kind?.key ?? null, people_id }, day_order);
  if ("unread" in read) return refused("unread_day", read.unread);
  if (read.stated.length === 0) return refused("empty");
  if (!read.stated.every((one) => statementInput.safeParse(one).success)) return refused("refused", "VALIDATION_ERROR");
  const known = await readStatements(client, verification_id);
  const changed = read.stated.filter((stated) => !isStated(stated, known, time_zone));
  const isOver = changed.some((stated) => known.some((one) => subjectOf(one) === subjectOf(stated)));
  return { verification_id, stated: changed, outcome: changed.length === 0 ? "same" : isOver ? "differs" : "new" };
}

const SHOWN = "SELECT FROM verification_summaries WHERE verification_id = $1";

const folded = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim().replaceAll(/\s+/g, " ");

/** By its key, or by its name in either language. */
const kindOf = (text: string, documents: readonly DocumentKind[]): DocumentKind | null =>
  documents.find(({ key, en, es }) => [key, en, es].some((name) => folded(name) === folded(text))) ?? null;

const PEOPLE = `
  SELECT people_id, name FROM verification_people WHERE verification_id = $1 AND people_id IS NOT NULL
  UNION SELECT people_id, NULL FROM curp_lookups AS lookup WHERE verification_id = $1 AND NOT EXISTS (
    SELECT FROM verification_people AS known WHERE known.verification_id = $1 AND known.people_id = lookup.people_id)`;

/** The number of the person whom the cell names by number or whole name; null if none or several. */
async function personOf(client: Client, verification_id: string, text: string): Promise<number | null> {
  const { rows } = await client.query<{ people_id: number; name: string | null }>(PEOPLE, [verification_id]);
  const named = rows.filter(
    ({ people_id, name }) => String(people_id) === text || (name !== null && folded(name) === folded(text)),
  );
  return named.length === 1 ? (named[0]?.people_id ?? null) : null;
}

/** Whether the statements that count say the same; of a check only its day is compared. */
function isStated(stated: Stated, known: readonly Statement[], timeZone: string): boolean {
  if (stated.kind === "yearly_check") {
    const last = lastCheckOf(known, timeZone);
    return last !== null && dateIn(last, timeZone) === stated.checked_on;
  }
  const newest = known.find((one) => subjectOf(one) === subjectOf(stated));
  return newest !== undefined && canonicalJson(daysOf(newest)) === canonicalJson(daysOf(stated));
}

const daysOf = (stated: Stated) => {
  if (stated.kind === "relation") return [stated.since, stated.until ?? null];
  return stated.kind === "document_dates" ? [stated.issued_on ?? null, stated.expires_on ?? null] : [];
};

async function storeRow(
  { pool }: Pooled,
  verification_id: string,
  stated: readonly Stated[],
  author: Author,
): Promise<Pick<ImportedRow, "outcome" | "cause">> {
  try {
    await inTransaction(pool, async (tx) => {
      for (const one of stated) await stateIn(tx, verification_id, one, author);
    });
    return { outcome: "imported", cause: null };
  } catch (error) {
    if (!(error instanceof CotejoError)) throw error;
    return { outcome: "refused", cause: error.code };
  }
}

const UNDO_HOURS = 24;

const OF_BATCH = `
  SELECT id, verification_id, kind FROM file_statements
  WHERE batch = $1 AND user_id = $2 AND at > now() - interval '${UNDO_HOURS} hours' ORDER BY verification_id, id`;

/** Withdraws the statements of the user's own import of the last day, so that those before count again. Returns their number. */
export async function undoImport(
  import_id: string,
  user: { id: string; name: string },
  connection: Pooled = database(),
): Promise<{ withdrawn: number }> {
  const { pool } = connection;
  await prepareFacts(connection);
  const { rows } = await pool.query<{ id: number; verification_id: string; kind: Stated["kind"] }>(OF_BATCH, [
    import_id,
    user.id,
  ]);
  let withdrawn = 0;
  for (const [verification_id, own] of Map.groupBy(rows, (row) => row.verification_id)) {
    await inTransaction(pool, async (tx) => {
      await lockCustody(tx, "change");
      const held = await holdReview(tx, verification_id);
      if (!held) return;
      for (const { id } of own) {
        const went = await withdrawStatement(
          tx,
          { statement_id: id, at: held.now },
          { user_id: user.id, user_name: user.name },
        );
        withdrawn += Number(went);
      }
      held.facts = { ...held.facts, statements: await readStatements(tx, verification_id) };
      if (own.some(({ kind }) => kind === "relation")) await followRelation(tx, held);
      await writeReview(tx, held);
    });
  }
  return { withdrawn };
}
