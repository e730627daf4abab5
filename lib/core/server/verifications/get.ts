import type pg from "pg";
import { otherFields } from "#lib/core/contract/verifications/other-fields.ts";
import type {
  LabelHistoryEntry,
  VerificationDetail,
  VerificationLabel,
} from "#lib/core/contract/verifications/verification.ts";
import { listLosses } from "#lib/core/server/outages/outages.ts";
import { excessOf } from "#lib/platform/contract/bounds.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Findings, readFindings } from "./findings.ts";
import { type FileFacts, findIncompleteness } from "./incomplete.ts";
import { collectItems, type ItemChange, readItemChanges } from "./items.ts";
import { newestReadings } from "./newest-reading.ts";
import { readFreshness, SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary.ts";
import { buildTimeline, type DocumentChange, type DocumentReading } from "./timeline.ts";

type ReviewPart = Pick<VerificationDetail, "review" | "review_standing">;
const NO_REVIEW: ReviewPart = { review: null, review_standing: null };

export type SharedFacts = { findings: Findings; itemChanges: ItemChange[]; labels: VerificationLabel[] };

export const readSharedFacts = async (client: Client, verification_id: string): Promise<SharedFacts> => ({
  findings: await readFindings(client, verification_id),
  itemChanges: await readItemChanges(client, verification_id),
  labels: await readLabels(client, verification_id),
});

/**
 * `GET /api/verifications/{id}` (design §9): the whole read model of a verification; null for an unknown id. `reviewOf`
 * adds its review from the same facts.
 */
export async function getVerification(
  verification_id: string,
  { pool }: Pooled = database(),
  reviewOf: (client: Client, facts: SharedFacts) => Promise<ReviewPart | null> = async () => null,
): Promise<VerificationDetail | null> {
  return inSnapshot(pool, async (client) => {
    const select = <Row extends pg.QueryResultRow>(text: string) =>
      client.query<Row>(text, [verification_id]).then(({ rows }) => rows);
    const [row] = await select<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS.join(", ")} FROM verification_summaries WHERE verification_id = $1`,
    );
    if (!row) return null;
    const { contradictions: _, ...summary } = row;
    const changes = await select<DocumentChange>(
      `SELECT effective_at, at_text, documents_status, previous_documents_status, gap
       FROM document_changes_of($1) ORDER BY place`,
    );
    const shared = await readSharedFacts(client, verification_id);
    const findings_runs = shared.findings.runs;
    const items = collectItems(shared.itemChanges);
    const [events] = await select<{ created: boolean; first_event_at: Instant | null }>(
      `SELECT COALESCE(bool_or(event_name = 'verification.v2.created'), false) AS created, min(effective_at) AS first_event_at
       FROM verification_statements WHERE verification_id = $1`,
    );
    const [people] = await select<Pick<FileFacts, "people_read_at" | "has_people" | "has_unreported_lookups">>(
      `SELECT max(read_at) AS people_read_at,
         EXISTS (SELECT FROM verification_people AS person WHERE person.verification_id = $1) AS has_people,
         EXISTS (
           SELECT FROM verification_people AS person
           LEFT JOIN lookups_of($1) AS last ON last.people_id = person.people_id AND last.is_current
           WHERE person.verification_id = $1 AND person.outcome <> 'none'
             AND (last.people_id IS NULL OR last.people_error IS NOT NULL AND person.outcome = 'found')
         ) AS has_unreported_lookups
       FROM verification_snapshots WHERE verification_id = $1 AND subject = 'people'`,
    );
    const [extraction] = await select<{ extraction_completed_at: Instant; at_text: string | null }>(
      `SELECT extraction_completed_at, at_text FROM verification_statements
       WHERE verification_id = $1 AND extraction_completed_at IS NOT NULL ORDER BY effective_at DESC, digest DESC LIMIT 1`,
    );
    const readings = await select<DocumentReading>(
      `SELECT read_at, documents_status FROM verification_snapshots
       WHERE verification_id = $1 AND subject = 'verification' AND documents_status IS NOT NULL ORDER BY read_at, body_hash`,
    );
    const answer = await latestAnswer(client, verification_id);
    const isTooLarge = answer?.body != null && excessOf(answer.body) !== null;
    const documents_status_timeline = buildTimeline(changes, readings);
    const known = {
      ...summary,
      ...(events ?? { created: false, first_event_at: null }),
      ...(people ?? { people_read_at: null, has_people: false, has_unreported_lookups: false }),
      reading: (await newestReadings(client, [verification_id])).get(verification_id) ?? null,
      timeline: documents_status_timeline,
      runs: findings_runs,
      items,
    };
    return {
      verification: {
        ...summaryFromRow(summary),
        extraction_completed_at: extraction?.extraction_completed_at ?? null,
        extraction_completed_at_text: extraction?.at_text ?? null,
      },
      ...((await reviewOf(client, shared)) ?? NO_REVIEW),
      possibly_incomplete: findIncompleteness(known, await listLosses(client)),
      documents_status_timeline,
      findings: findings_runs[0] ?? null,
      findings_runs,
      items,
      labels: shared.labels,
      freshness: await readFreshness(client, verification_id, "verification"),
      other_fields: otherFields(isTooLarge ? null : (answer?.body ?? null)),
      last_answer_kept: answer === undefined || answer.body !== null,
      last_answer_too_large: isTooLarge,
    };
  });
}

/** The service's last answer, with a null body after the retention; undefined without an answer. */
async function latestAnswer(
  client: pg.PoolClient,
  verification_id: string,
): Promise<{ body: string | null } | undefined> {
  const { rows } = await client.query<{ body: string | null }>(
    `SELECT bodies.body FROM newest_reading($1, 'verification')
     LEFT JOIN snapshot_bodies AS bodies ON bodies.hash = body_hash`,
    [verification_id],
  );
  return rows[0];
}

type LabelChange = Omit<LabelHistoryEntry, "at"> & {
  label: string;
  effective_at: Instant;
  display_name: string | null;
  category: string | null;
};

/**
 * The labels of a verification, currently assigned labels first, each with the times of its last assignment and
 * removal. A comment update is a removal and an assignment (event rule 1), so it gives one current label with the new
 * comment.
 */
export async function readLabels(client: Client, verification_id: string): Promise<VerificationLabel[]> {
  const { rows } = await client.query<LabelChange>(
    `SELECT label, kind, effective_at, at_text, display_name, category, comment
     FROM label_changes_of($1) ORDER BY label COLLATE "C", place`,
    [verification_id],
  );
  return [...Map.groupBy(rows, ({ label }) => label)]
    .map(([label, own]) => labelOf(label, own))
    .toSorted((a, b) => Number(a.removed_at !== null) - Number(b.removed_at !== null));
}

function labelOf(label: string, changes: LabelChange[]): VerificationLabel {
  const current = changes.at(-1);
  return {
    label,
    display_name: shownName(current?.display_name ?? null),
    category: current?.category ?? null,
    comment: current?.comment ?? null,
    added_at: changes.findLast(({ kind }) => kind === "added")?.effective_at ?? null,
    removed_at: current?.kind === "removed" ? current.effective_at : null,
    history: changes.map(({ kind, effective_at, at_text, comment }) => ({ kind, at: effective_at, at_text, comment })),
  };
}
