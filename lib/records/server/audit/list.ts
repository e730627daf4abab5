import type { NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { findFile } from "#lib/core/server/titles/find-file.ts";
import type { ShownOutcome } from "#lib/platform/contract/audit/audit.ts";
import { type AuditFilter, actionsOf, NO_USER } from "#lib/platform/contract/audit/audit-filter.ts";
import { PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import { shownName, shownValue, UUID } from "#lib/platform/contract/text.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  afterCursor,
  endOfRange,
  type Parameters,
  pageOf,
  parameters,
  timeCursor,
} from "#lib/platform/server/db/list-query.ts";
import { type AuditList, type AuditRow, type AuditUsers, MAX_NAMED_IDS } from "#lib/records/contract/audit/trail.ts";
import { restateProposals } from "./old-proposals.ts";
import { namesAny, type Subjects, subjectsOf } from "./subjects.ts";

type AuditPage = {
  filter: AuditFilter;
  cursor?: string | null;
  limit?: number;
  /** The reader's role; tags and names are resolved only for roles that may see them. */
  reader: Role | null;
  /** False: people have ids alone, for a copy that is kept elsewhere, which an erasure does not reach. */
  peopleNamed?: boolean;
  /** Subjects of the filter's text; by default files and accounts, not people: a search of people is recorded. */
  subjects?: Subjects | undefined;
};

/** As stored, with the current accounts. */
type StoredRow = Omit<AuditRow, "files" | "people">;

const NO_SUBJECTS: Subjects = { ids: [], people: [], more: false };

/** A page of the trail by keyset, newest first. */
export async function listAudit(
  { filter, cursor, limit = PAGE_ROWS, reader, peopleNamed = true, subjects }: AuditPage,
  { pool }: Pooled = database(),
): Promise<AuditList> {
  const allowed = (permission: Permission) => reader !== null && may(reader, permission);
  const seesFiles = allowed("verifications.read");
  const search = async (q: string) =>
    subjectsOf(q, { files: seesFiles, people: false, rule: await ruleFor(reader, pool) }, { pool });
  const named = filter.q === null ? NO_SUBJECTS : (subjects ?? (await search(filter.q)));
  const fileOf = (text: string | null) => (seesFiles && text !== null ? findFile(pool, text) : null);
  const [ofText, ofId] = [await fileOf(filter.q), await fileOf(filter.id)];
  const collected = parameters();
  const { rows: found } = await pool.query<StoredRow>(
    pageStatement(filter, cursor, limit + 1, collected, withFile(named, ofText), withFile(NO_SUBJECTS, ofId)),
    collected.values,
  );
  const { rows, last } = pageOf(found, limit);
  const accounts = await accountsOf(rows, pool);
  const files = seesFiles ? await filesOf(rows, pool) : new Map<string, File>();
  const names = peopleNamed && allowed("people.read") ? await namesOf(rows, pool) : new Map<string, string>();
  return {
    items: (await restateProposals(rows, pool)).map((row) => ({
      ...row,
      before: shownValue(withNames(row.before, accounts)),
      after: shownValue(withNames(row.after, accounts)),
      files: filesIn(row).flatMap((verification_id) => files.get(verification_id) ?? []),
      people: peopleIn(row).flatMap((people_id) => {
        const name = names.get(`${people_id} ${verificationIn(row)}`);
        return name === undefined ? [] : [{ people_id, name }];
      }),
    })),
    next_cursor: last ? timeCursor("audit", last.at, last.entry_id) : null,
    more_matches: named.more,
    unresolved: found.length + named.ids.length + named.people.length > 0 || cursor ? null : unresolvedOf(ofId, ofText),
  };
}

const withFile = (subjects: Subjects, file: NamedFile | null): Subjects =>
  file === null || file.verification_id === null
    ? subjects
    : { ...subjects, ids: [...subjects.ids, file.verification_id] };

const unresolvedOf = (...files: (NamedFile | null)[]): AuditList["unresolved"] =>
  files.find((file) => file !== null && file.verification_id === null)?.state ?? null;

type Pool = Database["pool"];
type HasIds = Pick<StoredRow, "ids">;

const verificationIn = ({ ids }: HasIds): string =>
  typeof ids.verification_id === "string" ? ids.verification_id : "";

const peopleIn = ({ ids }: HasIds): number[] =>
  Array.isArray(ids.people_ids) ? ids.people_ids.slice(0, MAX_NAMED_IDS).map(Number) : [];

const filesIn = ({ ids }: HasIds): string[] => [
  ...(typeof ids.verification_id === "string" ? [ids.verification_id] : []),
  ...(Array.isArray(ids.verification_ids) ? ids.verification_ids.slice(0, MAX_NAMED_IDS).map(String) : []),
];

type File = AuditRow["files"][number];

async function filesOf(rows: readonly HasIds[], pool: Pool): Promise<Map<string, File>> {
  const ids = new Set(rows.flatMap(filesIn));
  if (ids.size === 0) return new Map();
  const found = await pool.query<File>(
    `SELECT verification_id, tag, title FROM verification_summaries
     WHERE verification_id = ANY ($1::text[]) AND (tag IS NOT NULL OR title IS NOT NULL)`,
    [[...ids]],
  );
  return new Map(
    found.rows.map(({ verification_id, tag, title }) => [
      verification_id,
      { verification_id, tag: shownName(tag), title: shownName(title) },
    ]),
  );
}

type Facts = StoredRow["before"];

/** The names of the accounts whose ids are among the values before and after, such as an assignee. */
async function accountsOf(rows: readonly StoredRow[], pool: Pool): Promise<Map<unknown, string>> {
  const values = rows.flatMap(({ before, after }) => [...Object.values(before ?? {}), ...Object.values(after ?? {})]);
  const ids = new Set(values.filter((value) => typeof value === "string" && UUID.test(value)));
  if (ids.size === 0) return new Map();
  const { rows: found } = await pool.query<{ id: string; name: string }>(
    "SELECT id, name FROM users WHERE id = ANY ($1::uuid[])",
    [[...ids]],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

const withNames = (facts: Facts, accounts: ReadonlyMap<unknown, string>): Facts =>
  facts && Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, accounts.get(value) ?? value]));

async function namesOf(rows: readonly HasIds[], pool: Pool): Promise<Map<string, string>> {
  const about = rows.filter((row) => peopleIn(row).length > 0);
  if (about.length === 0) return new Map();
  const found = await pool.query<{ verification_id: string; people_id: number; name: string }>(
    `SELECT DISTINCT ON (verification_id, people_id) verification_id, people_id, name FROM verification_people
     WHERE verification_id = ANY ($1::text[]) AND people_id = ANY ($2::bigint[]) AND name IS NOT NULL
     ORDER BY verification_id, people_id, "position"`,
    [[...new Set(about.map(verificationIn))], [...new Set(about.flatMap(peopleIn))]],
  );
  return new Map(found.rows.map(({ verification_id, people_id, name }) => [`${people_id} ${verification_id}`, name]));
}

/** The statement of a page; exported for a test of its plan. */
export function pageStatement(
  filter: AuditFilter,
  cursor: string | null | undefined,
  limit: number,
  collected: Parameters,
  subjects: Subjects = NO_SUBJECTS,
  ofId: Subjects = NO_SUBJECTS,
): string {
  const after = afterCursor("audit", cursor, "at", collected);
  const parts = alternatives(filter, subjects, ofId, collected).map(
    (where) => `(SELECT id, at FROM audit_log AS log WHERE ${where} ${after} ORDER BY at DESC, id DESC LIMIT ${limit})`,
  );
  return `WITH page AS MATERIALIZED (
      SELECT id FROM (${parts.join(" UNION ALL ")}) AS parts ORDER BY at DESC, id DESC LIMIT ${limit}
    )
    SELECT log.id AS entry_id, log.at, begun.at AS began_at, log.action,
      CASE WHEN log.user_id IS NOT NULL THEN jsonb_build_object('id', log.user_id, 'email', log.user_email, 'name', actor.name) END AS user,
      CASE WHEN token.id IS NOT NULL THEN jsonb_build_object('token_id', token.id, 'name', token.name) END AS token,
      host(log.address) AS address, log.user_agent, log.ids,
      CASE WHEN about.id IS NOT NULL THEN jsonb_build_object('email', about.email, 'name', about.name) END AS account, log.before, log.after,
      CASE log.outcome WHEN 'begun' THEN 'unknown' ELSE log.outcome END AS outcome, log.error_code
    FROM page JOIN audit_log AS log USING (id) LEFT JOIN audit_log AS begun ON begun.id = log.intent_id
      LEFT JOIN users AS actor ON actor.id = log.user_id LEFT JOIN service_tokens AS token ON token.id = log.token_id
      LEFT JOIN users AS about ON about.id = (log.ids ->> 'user_id')::uuid
    ORDER BY log.at DESC, log.id DESC`;
}

/**
 * A `begun` entry is listed only while its command has no entry of the outcome. As a scalar subquery, not as NOT EXISTS, it
 * is an index lookup for each row of the page, a few dozen, instead of an anti-join with all outcomes.
 */
const WITHOUT_OUTCOME = "(SELECT true FROM audit_log AS ended WHERE ended.intent_id = log.id) IS NULL";

const OUTCOMES: Record<ShownOutcome, string> = {
  done: "outcome = 'done'",
  failed: "outcome = 'failed'",
  refused: "outcome = 'refused'",
  unknown: `outcome = 'begun' AND ${WITHOUT_OUTCOME}`,
};

/**
 * The filter as disjoint alternatives, each a scan of one index in the order of time: each token, else each user, else each
 * rare outcome, else each action by itself, with the rest as residual filter. A text has one alternative: the index of ids
 * finds fewer entries than any other index.
 */
function alternatives(filter: AuditFilter, subjects: Subjects, ofId: Subjects, { add }: Parameters): string[] {
  const { q, id, user, token, outcome, address, from, to } = filter;
  const common: string[] = [];
  if (q !== null) common.push(`ids @? ${add(namesAny(q, subjects))}::jsonpath`);
  if (id !== null) common.push(`ids @? ${add(namesAny(id, ofId))}::jsonpath`);
  if (address !== null) common.push(`address = ${add(address)}::inet`);
  if (from !== null) common.push(`at >= ${add(from)}::timestamptz`);
  if (to !== null) common.push(`at < ${add(endOfRange(to))}::timestamptz`);
  const users = user.map((one) => (one === NO_USER ? "user_id IS NULL" : `user_id = ${add(one)}::uuid`));
  const tokens = token.map((one) => `token_id = ${add(one)}::uuid`);
  const actions = actionsOf(filter).map((one) => `action = ${add(one)}`);
  const outcomes =
    outcome.length === 0 ? [`(outcome <> 'begun' OR ${WITHOUT_OUTCOME})`] : outcome.map((one) => `(${OUTCOMES[one]})`);
  const rare = outcome.length > 0 && !outcome.includes("done");
  const candidates = [tokens, users, rare ? outcomes : [], actions];
  const split = (q === null && candidates.find((alternative) => alternative.length > 0)) || [];
  const rest = [
    ...common,
    ...[tokens, users, outcomes, actions].filter((one) => one !== split && one.length > 0).map(oneOf),
  ];
  return (split.length > 0 ? split.map((one) => [...rest, one]) : [rest]).map((all) => all.join(" AND "));
}

const oneOf = (alternatives: readonly string[]): string => `(${alternatives.join(" OR ")})`;

/** SQL: the distinct values of a column of the trail, each found by one index lookup (loose index scan). */
const valuesOf = (column: string): string => `
  WITH RECURSIVE step AS (
    (SELECT ${column} FROM audit_log WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT next.${column} FROM step CROSS JOIN LATERAL
      (SELECT ${column} FROM audit_log WHERE ${column} > step.${column} ORDER BY ${column} LIMIT 1) AS next
  )`;

/** Every user and service token in the trail; users by the email of their last entry. */
export async function listAuditUsers({ pool }: Pooled = database()): Promise<AuditUsers> {
  const { rows: items } = await pool.query<AuditUsers["items"][number]>(`${valuesOf("user_id")}
    SELECT step.user_id AS id, last.email FROM step CROSS JOIN LATERAL
      (SELECT user_email AS email FROM audit_log WHERE user_id = step.user_id ORDER BY at DESC, id DESC LIMIT 1) AS last
    ORDER BY last.email, id`);
  const { rows: tokens } = await pool.query<AuditUsers["tokens"][number]>(`${valuesOf("token_id")}
    SELECT id, name FROM step JOIN service_tokens ON id = token_id ORDER BY name, id`);
  return { items, tokens };
}
