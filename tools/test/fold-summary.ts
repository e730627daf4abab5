import type pg from "pg";
import { otherFields } from "#lib/core/contract/verifications/other-fields.ts";
import { firstValue, type TitleFields } from "#lib/core/contract/verifications/title-fields.ts";
import { type Finding, SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { itemProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import {
  compareFindingsRuns,
  compareItemChanges,
  compareLabelChanges,
  compareObservations,
  currentValue,
  type DocumentChangeFact,
  type FindingsRunFact,
  type ItemChangeFact,
  type LabelChangeFact,
  type ObservationFact,
  orderDocumentChanges,
} from "./ordering.ts";

type Observation = ObservationFact & {
  status: string | null;
  documents_status: string | null;
  account_id: string | null;
  account_name: string | null;
  tag: string | null;
  created_at: Instant | null;
  created_at_text: string | null;
};
type Snapshot = Observation & {
  found_by: "api";
  findings: Finding[] | null;
  findings_computed_at: Instant | null;
};
type ItemFact = ItemChangeFact & { item_id: number; item_type: string | null; success: boolean | null };
type Run = FindingsRunFact & { at: Instant | null; at_text: string | null; findings: Finding[] };

const last = <T>(rows: readonly T[], compare: (a: T, b: T) => number): T | undefined => [...rows].sort(compare).at(-1);

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

function groups<T, K>(rows: readonly T[], key: (row: T) => K): T[][] {
  return [...Map.groupBy(rows, key).values()];
}

/**
 * The summary of one verification, folded from its facts with the comparators of `tools/test/ordering.ts`; the set-based SQL must
 * give the same.
 */
export async function foldSummary(pool: Pick<pg.Pool, "query">, verificationId: string) {
  const read = async <T>(select: string): Promise<T[]> => (await pool.query(select, [verificationId])).rows as T[];
  const fact = "effective_at, encode(digest, 'hex') AS digest";
  const where = "WHERE verification_id = $1";
  const statements = await read<Observation & { event_name: string }>(
    `SELECT ${fact}, 'event' AS found_by, status, NULL AS documents_status, account_id, account_name,
       verification_tag AS tag, created_at, created_at_text, event_name FROM verification_statements ${where}`,
  );
  const reads = await read<Snapshot & { subject: string }>(
    `SELECT read_at AS effective_at, encode(body_hash, 'hex') AS digest, 'api' AS found_by, subject, status,
       documents_status, account_id, NULL AS account_name, tag, created_at, created_at_text, findings, findings_computed_at
     FROM verification_snapshots ${where}`,
  );
  const snapshots = reads.filter((row) => row.subject === "verification");
  const newest = last(snapshots, compareObservations);
  const [answer] = await read<{ body: string }>(
    `SELECT body FROM snapshot_bodies WHERE $1 <> '' AND hash = decode('${newest?.digest ?? ""}', 'hex')`,
  );
  const chosen = await pool.query<TitleFields>("SELECT title, tax_id FROM title_fields");
  const titled = (name: keyof TitleFields) =>
    answer ? firstValue(otherFields(answer.body), chosen.rows[0]?.[name] ?? []) : null;
  const changes = await read<DocumentChangeFact>(
    `SELECT ${fact}, documents_status, previous_documents_status FROM document_status_changes ${where}`,
  );
  const runs = await read<Run>(
    `SELECT ${fact}, at, at_text, 'event' AS found_by, source, findings FROM findings_runs ${where}`,
  );
  const items = await read<ItemFact>(
    `SELECT ${fact}, item_id, kind, item_type, item_error, success FROM item_changes ${where}`,
  );
  const labels = await read<LabelChangeFact & { label: string; display_name: string | null }>(
    `SELECT ${fact}, label, kind, display_name FROM label_changes ${where}`,
  );

  const observations = [...statements, ...snapshots].sort(compareObservations);
  const carrying = <K extends keyof Observation>(field: K) =>
    observations.filter((row) => row[field] !== null).at(-1)?.[field] ?? null;
  const stated = observations.filter((row) => row.status !== null);
  const status = currentValue(stated, (row) => row.status ?? "");

  const ordered = orderDocumentChanges(changes);
  const position = new Map(ordered.map((change, index) => [change.digest, index]));
  const documents = [
    ...ordered.map((change) => ({ ...change, found_by: "event" as const })),
    ...snapshots.filter((row) => row.documents_status !== null),
  ].sort((a, b) =>
    a.found_by === "event" && b.found_by === "event"
      ? (position.get(a.digest) ?? 0) - (position.get(b.digest) ?? 0)
      : compareObservations(a, b),
  );
  const document = currentValue(documents, (row) => row.documents_status ?? "");

  const run = last([...runs, ...runsByReading(snapshots, runs)], compareFindingsRuns);
  const count = (severity: string) => run?.findings.filter((finding) => finding.severity === severity).length ?? 0;
  const rank = ({ severity }: Finding) => [...SEVERITIES, severity].indexOf(severity);
  const [gravest] = run?.findings.toSorted((one, other) => rank(one) - rank(other)) ?? [];
  const current = groups(items, (row) => row.item_id).map((rows) => {
    const { item_type = null, item_error = null } = last(rows, compareItemChanges) ?? {};
    const extractions = rows.filter(({ kind }) => kind === "extraction_completed");
    return { item_type, item_error, success: last(extractions, compareItemChanges)?.success ?? null };
  });
  const urgent = current.filter((item) => itemProblem(item) !== null);
  const assigned = groups(labels, (row) => row.label).flatMap((rows) => {
    const current = last(rows, compareLabelChanges);
    return current?.kind === "added" ? [current] : [];
  });
  assigned.sort((one, other) => (one.label < other.label ? -1 : 1));
  const times = (rows: { effective_at: Instant }[]) => rows.map((row) => row.effective_at).sort();
  const answers = groups(reads, (row) => `${row.subject} ${row.digest}`).flatMap((rows) => times(rows)[0] ?? []);

  const created = statements.some(({ event_name }) => event_name === "verification.v2.created");
  const completed = new Set(items.flatMap(({ kind, item_id }) => (kind === "completed" ? [item_id] : [])));
  const open = items.some(({ item_id }) => !completed.has(item_id));
  const changeUnreported =
    documents.at(-1)?.found_by === "api" &&
    ordered.length > 0 &&
    ordered.at(-1)?.documents_status !== documents.at(-1)?.documents_status;
  const contradictions = Object.entries({
    documents_status_timeline: !created || changeUnreported || ordered.some(({ gap }) => gap),
    findings: run?.found_by === "api" && run.at !== null,
    items: !created || (status?.value === "finished" && open),
    labels: !created,
  }).flatMap(([part, contradicts]) => (contradicts ? [part] : []));

  return {
    verification_id: verificationId,
    account_id: carrying("account_id"),
    account_name: carrying("account_name"),
    tag: carrying("tag"),
    title: titled("title"),
    tax_id: titled("tax_id"),
    created_at: carrying("created_at"),
    created_at_text: carrying("created_at_text"),
    status: status?.value ?? null,
    status_at: status?.since ?? null,
    documents_status: document?.value ?? null,
    documents_status_at: document?.since ?? null,
    first_completed_at: ordered.find((change) => change.documents_status === "full_upload")?.effective_at ?? null,
    has_gap: ordered.some((change) => change.gap),
    findings_high: count("high"),
    findings_medium: count("medium"),
    findings_low: count("low"),
    findings_source: run?.source ?? null,
    findings_computed_at: run?.effective_at ?? null,
    gravest_finding: gravest
      ? { severity: gravest.severity, message: cut(gravest.message), missing_field: cut(gravest.missing_field) }
      : null,
    items_total: current.length,
    items_with_error: urgent.length,
    item_errors: distinct(current.flatMap(({ item_error }) => item_error ?? [])),
    item_types: distinct(current.flatMap(({ item_type }) => item_type ?? [])),
    item_types_with_error: distinct(urgent.flatMap(({ item_type }) => item_type ?? [])),
    labels: assigned.map(({ label }) => label),
    label_names: assigned.map(({ label, display_name }) => display_name ?? label),
    contradictions,
    last_activity_at: times(statements).at(-1) ?? answers.sort().at(-1) ?? null,
  };
}

/** Runs of read findings, one for each computed_at, without runs reported by an event. */
function runsByReading(snapshots: readonly Snapshot[], runs: readonly Run[]): Run[] {
  const reads = snapshots.filter((row) => row.findings !== null);
  return groups(reads, (row) => row.findings_computed_at).flatMap((same): Run[] => {
    const newest = last(same, compareObservations);
    const at = newest?.findings_computed_at ?? null;
    if (!newest?.findings || runs.some((run) => run.at === at && run.at_text === null)) return [];
    const effective_at = at === null ? null : ([at, newest.effective_at].sort()[0] ?? null);
    const { digest, findings } = newest;
    return [{ effective_at, at, at_text: null, digest, source: null, found_by: "api", findings }];
  });
}

/** The part of a text that a summary keeps. */
const cut = (text: string | null) => (text === null ? null : [...text].slice(0, 200).join(""));
