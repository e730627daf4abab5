import type { Difference, Exception } from "#lib/core/contract/verifications/review.ts";
import type { Finding, VerificationItem, VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import type { DocumentChange } from "#lib/core/server/verifications/timeline.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import type { ReviewLogEntry } from "#lib/desk/contract/review/log.ts";
import { type StoredPolicy, wholePolicy } from "#lib/desk/contract/review/policy.ts";
import { CURRENT_MEANING, NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The facts of a file that its rows are computed from, each kind in the order of `0012_current_facts.sql`. */
export type InsightFacts = {
  file: FileFact;
  documents: DocumentFact[];
  runs: RunFact[];
  items: ItemFact[];
  lookups: LookupFact[];
  log: LogFact[];
};

export type FileFact = Pick<
  VerificationSummary,
  "created_at" | "documents_status" | "documents_status_at" | "first_completed_at"
> & {
  /** Time of the first statement or reading with status finished. */
  finished_at: Instant | null;
  /** Names of its people, with their CURPs, a text for each person. */
  people: string[];
  /** Title, tax id and tag. */
  names: string[];
};
export type DocumentFact = Omit<DocumentChange, "at_text">;
export type RunFact = { computed_at: Instant; source: string | null; findings: Finding[] };
export type ItemFact = Pick<VerificationItem, "item_id" | "item_type" | "item_error" | "problem"> & {
  effective_at: Instant;
};
export type LookupFact = { people_id: number; effective_at: Instant; people_error: string | null };
export type LogFact = Pick<ReviewLogEntry, "at" | "kind" | "state" | "resolution" | "policy_version"> & {
  user_id: string | null;
  reasons: string[];
  /** Values of the review before the step. */
  due_at: string | null;
  waiting_since: string | null;
  differences: Pick<Difference, "kind" | "brings_back">[];
  /** The exceptions of a step that accepts; else empty. */
  exceptions: Exception[];
  reason_code: string | null;
  reason: string | null;
};

/** `touched` are the ids, in every statement. */
const perFile = (select: string): string =>
  `SELECT touched.verification_id, fact.* FROM unnest($1::text[]) AS touched(verification_id) CROSS JOIN LATERAL (${select}) AS fact`;

const FILES = perFile(`
  SELECT created_at, documents_status, documents_status_at, first_completed_at,
    (SELECT min(at) FROM observations_of(touched.verification_id) WHERE status = 'finished') AS finished_at,
    ARRAY(SELECT texts FROM verification_people AS p WHERE p.verification_id = touched.verification_id) AS people,
    array_remove(ARRAY[title, tax_id, tag], NULL) AS names
  FROM verification_summaries AS summary WHERE summary.verification_id = touched.verification_id`);

const DOCUMENTS = `${perFile(`
  SELECT place, effective_at, documents_status, previous_documents_status, gap
  FROM document_changes_of(touched.verification_id)`)} ORDER BY place`;

const RUNS = `${perFile(`
  SELECT place, computed_at, source, findings FROM findings_runs_of(touched.verification_id)
  WHERE computed_at IS NOT NULL`)} ORDER BY place`;

const ITEMS = `${perFile(`
  SELECT item_id, place, effective_at, item_type, item_error, problem
  FROM item_changes_of(touched.verification_id)`)} ORDER BY item_id, place`;

const LOOKUPS = `${perFile(`
  SELECT place, people_id, effective_at, people_error FROM lookups_of(touched.verification_id)`)} ORDER BY place`;

/**
 * Omits entries that change no state: an entry written together with a decision has the state after the decision, even
 * once the decision is undone.
 */
const LOG = `${perFile(`
  SELECT id, at, ${CURRENT_MEANING.kind} AS kind, user_id, state, resolution, reasons, policy_version,
    log.before ->> 'due_at' AS due_at,
    CASE WHEN log.before ->> 'state' = 'waiting' THEN log.before #>> '{wait,since}' END AS waiting_since,
    differences, exceptions_of(log) AS exceptions, reason_code, reason
  FROM review_log AS log
  WHERE log.verification_id = touched.verification_id AND log.kind NOT IN ('undone', 'handled', 'assigned', 'reopening_proposed')
    AND ${NOT_UNDONE}`)} ORDER BY id`;

type FactRow<T> = T & { verification_id: string };

/** The facts of known files; unknown files are absent. */
export async function readInsightFacts(tx: Client, ids: readonly string[]): Promise<Map<string, InsightFacts>> {
  const read = async <T>(name: string, text: string): Promise<Map<string, FactRow<T>[]>> => {
    const { rows } = await tx.query<FactRow<T>>({ name: `insight ${name}`, text, values: [ids] });
    return Map.groupBy(rows, ({ verification_id }) => verification_id);
  };
  const files = await read<FileFact>("files", FILES);
  const documents = await read<DocumentFact>("documents", DOCUMENTS);
  const runs = await read<RunFact>("runs", RUNS);
  const items = await read<ItemFact>("items", ITEMS);
  const lookups = await read<LookupFact>("lookups", LOOKUPS);
  const log = await read<LogFact>("log", LOG);
  const facts = new Map<string, InsightFacts>();
  for (const [id, [file]] of files) {
    const own = <T>(rows: Map<string, T[]>): T[] => rows.get(id) ?? [];
    if (!file) continue;
    facts.set(id, {
      ...{ file, documents: own(documents), runs: own(runs), items: own(items) },
      ...{ lookups: own(lookups), log: own(log) },
    });
  }
  return facts;
}

const POLICIES = "SELECT version, policy FROM review_policies WHERE version = ANY ($1::int[])";

/** What the rows of decisions need of the policy in force at the time. */
export type DecidedUnder = Pick<ReviewPolicy, "working" | "catalogue">;

export async function readPolicies(tx: Client, versions: Iterable<number>): Promise<Map<number, DecidedUnder>> {
  const asked = [...new Set(versions)];
  if (asked.length === 0) return new Map();
  const { rows } = await tx.query<StoredPolicy>(POLICIES, [asked]);
  return new Map(rows.map((row) => [row.version, wholePolicy(row)]));
}
