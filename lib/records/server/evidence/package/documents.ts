import { shownPerson } from "#lib/core/contract/need-to-know/shown.ts";
import { curpOf, type Person, peopleOutcome, personName, shortenCurp } from "#lib/core/contract/people/person.ts";
import { readNeedToKnow } from "#lib/core/server/need-to-know/policy.ts";
import { listPeopleOfVerification } from "#lib/core/server/people/list-of-verification.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { listNotes } from "#lib/desk/server/notes/notes.ts";
import { readDecisionRecord } from "#lib/desk/server/review/decision-record.ts";
import { policyOf } from "#lib/desk/server/review/policy.ts";
import { readResultsOfFile } from "#lib/desk/server/review/samples.ts";
import { listLetters } from "#lib/outbound/server/letters/letters.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { PackageChoice } from "#lib/records/contract/evidence/package.ts";
import type { SealedEntry } from "./sealed-entries.ts";

export type Reader = { id: string; email: string; role: Role };

/** Data about a file that is kept beside the log, by the names of files in a package. */
export type Documents = Awaited<ReturnType<typeof readDocuments>>;

/** Maximum of decision records in a package; older decisions are in its log entries alone. */
const MAX_RECORDS = 50;

type Columns = { id: number; policy_version?: number; digest?: string };

export async function readDocuments(
  verification_id: string,
  entries: readonly SealedEntry[],
  { people, notes }: Pick<PackageChoice, "people" | "notes">,
  reader: Reader,
  connection: Pooled,
) {
  const logged = entries.filter(({ kind }) => kind === "review").map(({ text }): Columns => JSON.parse(text).entry);
  const versions = [...new Set(logged.flatMap(({ policy_version }) => policy_version ?? []))];
  const policies = [];
  for (const version of versions) policies.push(await policyOf(connection.pool, version));
  const decisions = [];
  for (const { id } of logged.filter(({ digest }) => digest !== undefined).slice(-MAX_RECORDS)) {
    const known = await readDecisionRecord(verification_id, id, connection);
    if (known?.record) decisions.push(known.record);
  }
  const known = await listPeopleOfVerification(verification_id, connection);
  const shown = (await readNeedToKnow(connection.pool)).roles[reader.role];
  const written = await listNotes(verification_id, reader, connection);
  const letters = await listLetters(verification_id, reader, connection);
  return {
    contents: {
      "file.json": await getVerification(verification_id, connection),
      "decisions.json": decisions,
      "people.json": (known?.full_list ?? []).map((person) => personOf(shownPerson(person, shown), people === "whole")),
      "notes.json": written.filter(({ kind }) => notes.includes(kind)).map(({ own: _, ...note }) => note),
      "letters.json": letters.items,
      "policies.json": policies,
      "samples.json": await readResultsOfFile(connection.pool, verification_id),
    },
    people_ids: (known?.full_list ?? []).flatMap(({ people_id }) => people_id ?? []),
  };
}

function personOf(person: Person, whole: boolean) {
  const curp = curpOf(person);
  return {
    people_id: person.people_id,
    name: personName(person),
    curp: whole || curp === null ? curp : shortenCurp(curp),
    outcome: peopleOutcome(person),
    ...(whole && { answer: person }),
  };
}
