import { shownPerson } from "#lib/core/contract/need-to-know/shown.ts";
import type { Person } from "#lib/core/contract/people/person.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { recordPeopleSent } from "#lib/core/server/need-to-know/openings.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { listPeopleOfVerification } from "#lib/core/server/people/list-of-verification.ts";
import { listRows } from "#lib/desk/server/list/list.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { conflict, invalid } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  type ArcoKept,
  type ArcoKind,
  isCertain,
  type KeptFile,
  type KeptPerson,
  wasSearched,
} from "#lib/records/contract/privacy/arco.ts";
import { searchKept } from "./detail.ts";
import { isSameName } from "./kept.ts";
import { logStep, type Officer, readRequest } from "./register.ts";

/** The data kept about one person in one file. */
export type ExtractedPerson = Pick<KeptPerson, "verification_id" | "people_id" | "name" | "match"> & {
  /** From the newest answer of the service and the registry; null where the retention has deleted it. */
  data: Person | null;
  /** How often users opened the data or the PDF here. */
  openings: number;
};

type FileFacts = Pick<
  VerificationSummary,
  "verification_id" | "tag" | "title" | "created_at" | "status" | "documents_status" | "item_types" | "labels"
>;
export type ExtractedFile = FileFacts & { counts: KeptFile["counts"] };

export type Extract = {
  /** `file`: the file that the request names, and whether it is known. */
  request: { request_id: string; kind: ArcoKind; received_at: Instant; file: ArcoKept["file"] };
  extracted_at: Instant;
  people: ExtractedPerson[];
  files: ExtractedFile[];
};

/**
 * The data kept about the subject of a request: about the people with these keys, or without keys about the certain
 * matches. Each person is recorded as opened before the extract is sent, and is shown by the rule of the officer's
 * role. Throws NOT_FOUND, VALIDATION_ERROR for a key that the search did not find, and CONFLICT if nothing could be searched.
 */
export async function extractKept(
  { request_id, keys, officer, role }: { request_id: string; keys: readonly string[]; officer: Officer; role: Role },
  actor: Actor,
  connection: Pooled = database(),
): Promise<Extract> {
  const { pool } = connection;
  const row = await readRequest(pool, request_id);
  const rule = await ruleFor(role, pool);
  const kept = await searchKept(row, actor, connection);
  if (!wasSearched(row, kept)) throw conflict("The file of this request is not known here: nothing was searched.");
  const unknown = keys.find((key) => !kept.people.some((person) => person.key === key));
  if (unknown !== undefined) throw invalid("Invalid person: the search of this request does not find them.");
  const people = kept.people.filter((person) => (keys.length > 0 ? keys.includes(person.key) : isCertain(person)));
  const byFile = Map.groupBy(people, ({ verification_id }) => verification_id);
  const extracted: ExtractedPerson[] = [];
  for (const [verification_id, chosen] of byFile) {
    const all = (await listPeopleOfVerification(verification_id, connection))?.full_list ?? [];
    const opened = chosen.flatMap(({ people_id }) => people_id ?? []);
    await recordPeopleSent({ verification_id, opened, named: [] }, actor, connection);
    for (const { key, people_id, name, match } of chosen) {
      const same = all.filter((person) => person.people_id === people_id);
      const data = same[Number(key.slice(key.lastIndexOf("/") + 1))] ?? null;
      const openings = await countOpenings(pool, verification_id, people_id);
      extracted.push({ verification_id, people_id, name, match, data: data && shownPerson(data, rule), openings });
    }
  }
  const files = kept.files.filter(
    ({ verification_id, title }) =>
      byFile.has(verification_id) || verification_id === kept.file?.verification_id || isSameName(title, row.name),
  );
  const facts = await factsOf(files, connection);
  await inTransaction(pool, (tx) => logStep(tx, request_id, "extracted", officer));
  const { kind, received_at } = row;
  const extracted_at = instantFromMs(Date.now());
  return { request: { request_id, kind, received_at, file: kept.file }, extracted_at, people: extracted, files: facts };
}

async function countOpenings(client: Client, verification_id: string, people_id: number | null): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_log
     WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND ids -> 'people_ids' @> to_jsonb($2::bigint)
       AND action IN ('people.opened', 'curp_pdf.opened')`,
    [verification_id, people_id],
  );
  return rows[0]?.count ?? 0;
}

/** Files in memory at once. */
const CHUNK_FILES = 50;

async function factsOf(files: readonly KeptFile[], connection: Pooled): Promise<ExtractedFile[]> {
  const facts = new Map<string, VerificationSummary>();
  for (let from = 0; from < files.length; from += CHUNK_FILES) {
    const ids = files.slice(from, from + CHUNK_FILES).map(({ verification_id }) => verification_id);
    const { items } = await listRows({ filter: VERIFICATION_FILTER.empty, ids, until: null, total: false }, connection);
    for (const item of items) facts.set(item.verification_id, item);
  }
  return files.map(({ verification_id, tag, title, counts }) => {
    const known = facts.get(verification_id);
    return {
      verification_id,
      tag,
      title,
      created_at: known?.created_at ?? null,
      status: known?.status ?? null,
      documents_status: known?.documents_status ?? null,
      item_types: known?.item_types ?? [],
      labels: known?.label_names ?? [],
      counts,
    };
  });
}
