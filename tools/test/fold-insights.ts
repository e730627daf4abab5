import type pg from "pg";
import { itemProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type EventRun, type ReadRun, runsOf } from "./findings-facts.ts";
import { foldSummary } from "./fold-summary.ts";
import {
  compareItemChanges,
  compareLookups,
  type DocumentChangeFact,
  type ItemChangeFact,
  type OrderedFact,
  orderDocumentChanges,
} from "./ordering.ts";

/** The tables of insights that are computed from facts, with their columns. */
const TABLES = {
  insight_files: "completed_at, completed_after, unreported_at, clean_at, clean_after",
  insight_status_changes: "at, documents_status, previous, stayed, is_gap, is_backward",
  insight_runs: `at, source, high, medium, low, findings,
    ARRAY(SELECT text FROM insight_texts WHERE id = ANY (messages) ORDER BY text COLLATE "C") AS messages,
    ARRAY(SELECT text FROM insight_texts WHERE id = ANY (missing_fields) ORDER BY text COLLATE "C") AS missing_fields`,
  insight_item_failures: "at, item_type, item_error",
  insight_lookups: "at, people_error, is_corrected",
} as const;
type Rows = Record<keyof typeof TABLES, object[]>;

/** The stored rows of a file, sorted. */
export async function storedInsights(pool: Pick<pg.Pool, "query">, verificationId: string): Promise<Rows> {
  const stored: Partial<Rows> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    const { rows } = await pool.query(`SELECT ${columns} FROM ${table} WHERE verification_id = $1`, [verificationId]);
    stored[table as keyof Rows] = sorted(rows);
  }
  return stored as Rows;
}

const sorted = <T>(rows: T[]): T[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const seconds = (from: Instant, to: Instant): number => {
  const micros = (at: Instant) => BigInt(Date.parse(`${at.slice(0, 23)}Z`)) * 1000n + BigInt(at.slice(23, 26));
  return Number(micros(to) > micros(from) ? micros(to) - micros(from) : 0n) / 1e6;
};

const STATES = ["pending_upload", "partial_upload", "pending_external", "full_upload"];

type Item = ItemChangeFact & {
  item_id: number;
  item_type: string | null;
  success: boolean | null;
};

/**
 * The same rows, folded from all facts of a file with the comparators of `tools/test/ordering.ts`. The messages of
 * `tools/test/history.ts` have no hidden parts.
 */
export async function foldInsights(pool: Pick<pg.Pool, "query">, verificationId: string): Promise<Rows> {
  const read = async <T>(select: string): Promise<T[]> => (await pool.query(select, [verificationId])).rows as T[];
  const fact = "effective_at, encode(digest, 'hex') AS digest";
  const where = "WHERE verification_id = $1";
  const summary = await foldSummary(pool, verificationId);
  const changes = orderDocumentChanges(
    await read<DocumentChangeFact>(
      `SELECT ${fact}, documents_status, previous_documents_status FROM document_status_changes ${where}`,
    ),
  );
  const reported = await read<EventRun>(
    `SELECT ${fact}, run_id, source, at, at_text, findings FROM findings_runs ${where}`,
  );
  const readings = await read<ReadRun>(
    `SELECT read_at, status, findings_computed_at AS computed_at, findings_computed_at_text AS computed_at_text, findings,
       encode(body_hash, 'hex') AS digest
     FROM verification_snapshots ${where} AND subject = 'verification' AND findings IS NOT NULL`,
  );
  const finished = await read<{ at: Instant }>(
    `SELECT effective_at AS at FROM verification_statements ${where} AND status = 'finished'
     UNION ALL SELECT read_at FROM verification_snapshots ${where} AND subject = 'verification' AND status = 'finished'`,
  );
  const items = await read<Item>(
    `SELECT ${fact}, item_id, kind, item_type, item_error, success FROM item_changes ${where}`,
  );
  const lookups = await read<OrderedFact & { people_id: number; people_error: string | null }>(
    `SELECT ${fact}, people_id, people_error FROM curp_lookups ${where}`,
  );

  const runs = runsOf(reported, readings).flatMap((run) => (run.computed_at ? [{ ...run, at: run.computed_at }] : []));
  const finals = runs.filter(({ source }) => source === "final").map(({ at, findings }) => ({ at, findings }));
  const clean = finals.filter(({ findings }) => findings.length === 0).map(({ at }) => at);
  const completed = summary.first_completed_at;
  const { created_at } = summary;
  const known = [...finished, ...finals].map(({ at }) => at).toSorted()[0];
  const clean_at = clean.toSorted()[0] ?? null;
  const whole = (text: string) => text.replace(/\s+/g, " ").trim();

  return {
    insight_files: [
      {
        completed_at: completed,
        completed_after: completed && created_at ? seconds(created_at, completed) : null,
        unreported_at: summary.documents_status === "full_upload" && !completed ? summary.documents_status_at : null,
        clean_at,
        clean_after: clean_at && known ? seconds(known, clean_at) : null,
      },
    ],
    insight_status_changes: sorted(
      changes.map(({ effective_at, documents_status, previous_documents_status, gap }, place) => {
        const last = gap ? undefined : changes[place - 1];
        const steps = [previous_documents_status, documents_status].map((state) => STATES.indexOf(state ?? ""));
        return {
          at: effective_at,
          documents_status,
          previous: last ? previous_documents_status : null,
          stayed: last ? seconds(last.effective_at, effective_at) : null,
          is_gap: gap,
          is_backward: !steps.includes(-1) && Number(steps[0]) > Number(steps[1]),
        };
      }),
    ),
    insight_runs: sorted(
      runs.map(({ at, source, findings }) => ({
        ...{ at, source },
        ...Object.fromEntries(
          ["high", "medium", "low"].map((one) => [one, findings.filter(({ severity }) => severity === one).length]),
        ),
        findings: findings.length,
        messages: [...new Set(findings.map(({ message }) => whole(message)))].toSorted(),
        missing_fields: [...new Set(findings.flatMap(({ missing_field }) => missing_field ?? []))].toSorted(),
      })),
    ),
    insight_item_failures: sorted([...Map.groupBy(items, ({ item_id }) => item_id).values()].flatMap(failuresOf)),
    insight_lookups: sorted(
      [...Map.groupBy(lookups, ({ people_id }) => people_id).values()].flatMap((own) =>
        own.toSorted(compareLookups).map(({ effective_at, people_error }, place, all) => ({
          at: effective_at,
          people_error,
          is_corrected: people_error === null && (all[place - 1]?.people_error ?? null) !== null,
        })),
      ),
    ),
  };
}

/** The changes of an item after which its failure differs from the previous one. */
function failuresOf(changes: Item[]): object[] {
  let success: boolean | null = null;
  let before = "";
  return changes.toSorted(compareItemChanges).flatMap(({ effective_at, kind, item_type, item_error, ...own }) => {
    if (kind === "extraction_completed") success = own.success;
    const problem = itemProblem({ item_type, item_error, success });
    const reason = JSON.stringify([problem, item_type, item_error]);
    const isNew = problem !== null && reason !== before;
    before = reason;
    return isNew ? [{ at: effective_at, item_type, item_error }] : [];
  });
}
