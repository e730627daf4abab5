import { setImmediate as nextTurn } from "node:timers/promises";
import { eventTime, readDelivery, type VerificationEvent } from "#lib/core/contract/events/event.ts";
import type {
  DeliveryEntry,
  ReadingEntry,
  VerificationEventKind,
  VerificationEvents,
} from "#lib/core/contract/verifications/activity.ts";
import type { VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import type { StatedTime } from "#lib/platform/contract/fields.ts";
import { PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { utf8Text } from "#lib/platform/contract/text.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { pageOf, timeCursor, timePosition } from "#lib/platform/server/db/list-query.ts";
import { readingChanges } from "./events-changes.ts";
import { readItems } from "./items.ts";
import { eventInstant, statementOf } from "./statement.ts";

/** The events of each kind (interface, Events: Event list). Unknown events have no kind. */
const EVENTS_OF_KIND: Partial<Record<VerificationEventKind, readonly string[]>> = {
  status: ["verification.v2.created", "verification.v2.finished", "verification.v2.extraction_completed"],
  documents: ["verification.v2.document_status_updated"],
  findings: ["verification.v2.findings.updated"],
  items: [
    "verification_item.v2.completed",
    "verification_item.v2.internal_status_changed",
    "verification_item.v2.extraction_completed",
  ],
  labels: ["verification.v2.label_added", "verification.v2.label_removed"],
  people: ["verification_people.curp_search_completed"],
};

/** SQL conditions for the reads of a kind, which differ in it from the read before. */
const READS_OF_KIND: Partial<Record<VerificationEventKind, string>> = {
  status: "subject = 'verification' AND status IS DISTINCT FROM status_before",
  documents: "subject = 'verification' AND documents_status IS DISTINCT FROM documents_status_before",
  findings:
    "subject = 'verification' AND (findings, findings_computed_at) IS DISTINCT FROM (findings_before, findings_computed_at_before)",
  people: "subject = 'people'",
  readings: "true",
};

/** Reads that differ from the read before, with their ids in the inbox, which has deliveries and reads. */
const DIFFERING = `
  SELECT entry.id, differing.read_at AS at, differing.* FROM (
    SELECT subject, read_at, body_hash, status, documents_status, findings, findings_computed_at,
      lag(body_hash) OVER before AS hash_before, lag(status) OVER before AS status_before,
      lag(documents_status) OVER before AS documents_status_before, lag(findings) OVER before AS findings_before,
      lag(findings_computed_at) OVER before AS findings_computed_at_before
    FROM verification_snapshots WHERE verification_id = $1
    WINDOW before AS (PARTITION BY subject ORDER BY read_at, body_hash)
  ) AS differing
  JOIN LATERAL (
    SELECT min(id) AS id FROM inbox
    WHERE verification_id = $1 AND kind = 'snapshot' AND (subject, read_at, body_hash) = (differing.subject, differing.read_at, differing.body_hash)
  ) AS entry ON entry.id IS NOT NULL
  WHERE body_hash IS DISTINCT FROM hash_before`;

/** The time of a delivery: the end of the second of its signature, as in its facts. */
const SIGNED_AT = "to_timestamp(signed_at) + interval '999999 microseconds'";

const BEFORE = "($2::timestamptz IS NULL OR (at, id) < ($2, $3::bigint))";

const DELIVERIES = `
  SELECT id, at FROM (
    SELECT id, ${SIGNED_AT} AS at FROM inbox WHERE verification_id = $1 AND kind = 'delivery'
      AND ($5::text[] IS NULL OR event_name = ANY($5)) AND (NOT $6 OR state IN ('unrecognized', 'failed'))
  ) AS signed WHERE ${BEFORE} ORDER BY at DESC, id DESC LIMIT $4`;

/** Lists do not read or send larger bodies: a page of these could have two hundred megabytes. */
export const READ_BYTES = 64 * 1024;

const small = (body: string): string => `CASE WHEN octet_length(${body}) <= ${READ_BYTES} THEN ${body} END`;

function pageQuery(kind: VerificationEventKind | null): string {
  const readings = `SELECT id, at, hash_before FROM (${DIFFERING}) AS differing
    WHERE ${BEFORE} AND ${kind === null ? "true" : (READS_OF_KIND[kind] ?? "false")}`;
  return `
    WITH page AS (
      SELECT id, at, NULL::bytea AS hash_before FROM (${DELIVERIES}) AS delivered
      UNION ALL ${readings}
      ORDER BY at DESC, id DESC LIMIT $4
    )
    SELECT entry.id, page.at, entry.kind, event_name, state, received_at, signed_at, late, copies, last_error,
      ${small("entry.body")} AS body, entry.body IS NOT NULL AS kept,
      subject, read_at, page.hash_before IS NULL AS first, ${small("answer.body")} AS answer,
      ${small("earlier.body")} AS answer_before, answer.body IS NOT NULL AS answer_kept,
      COALESCE(GREATEST(octet_length(entry.body), octet_length(answer.body), octet_length(earlier.body)) > ${READ_BYTES}, false) AS too_large
    FROM page JOIN inbox AS entry USING (id)
      LEFT JOIN snapshot_bodies AS answer ON answer.hash = entry.body_hash
      LEFT JOIN snapshot_bodies AS earlier ON earlier.hash = page.hash_before
    ORDER BY page.at DESC, entry.id DESC`;
}

type DeliveryRow = Omit<
  DeliveryEntry,
  "entry_id" | "delivery_id" | "signed_at" | "statement" | "event_at" | "event_at_text" | "payload"
> & {
  id: number;
  at: Instant;
  signed_at: number;
  /** Null if the body is too large, or after the retention. */
  body: Buffer | null;
};
type ReadingRow = Pick<ReadingEntry, "subject" | "read_at" | "first" | "too_large"> & {
  kind: "snapshot";
  id: number;
  at: Instant;
  /** Null if the answer is too large, or after the retention. */
  answer: string | null;
  answer_before: string | null;
  answer_kept: boolean;
};

/**
 * The activity of a verification, latest first by the service's time: deliveries with payloads, and reads with a new
 * answer, of one kind or all. The cursor is the end of a page.
 */
export async function listVerificationEvents(
  input: {
    verification_id: string;
    kind?: VerificationEventKind | null;
    cursor?: string | null;
    limit?: number;
    /** Whether the reader is sent the payloads, which hold the data of people whole. */
    payloads: boolean;
  },
  { pool }: Pooled = database(),
): Promise<VerificationEvents> {
  const kind = input.kind ?? null;
  const limit = input.limit ?? PAGE_ROWS;
  const before = timePosition("events", input.cursor);
  const names = kind === "readings" ? [] : (kind && EVENTS_OF_KIND[kind]) || null;
  const values = [input.verification_id, before?.at, before?.id, limit + 1, names, kind === "set_aside"];
  const { rows, last } = pageOf((await pool.query<DeliveryRow | ReadingRow>(pageQuery(kind), values)).rows, limit);
  // Entries about items show the type and the earlier status, which may come from other events.
  const known = rows.some(({ kind }) => kind === "delivery") ? await readItems(pool, input.verification_id) : [];
  const items: VerificationEvents["items"] = [];
  for (const row of rows) {
    items.push(row.kind === "delivery" ? deliveryEntry(row, known) : readingEntry(row));
    // Comparing all answers of a page without a pause would block other requests.
    if (row.kind === "snapshot") await nextTurn();
  }
  return {
    items: input.payloads ? items : items.map((item) => ({ ...item, payload: null })),
    next_cursor: last ? timeCursor("events", last.at, last.id) : null,
  };
}

function deliveryEntry(row: DeliveryRow, known: readonly VerificationItem[]): DeliveryEntry {
  const { id, body, signed_at, kind, event_name, state, received_at, late, copies, last_error, kept, too_large } = row;
  const facts = { kind, event_name, state, received_at, late, copies, last_error, kept, too_large };
  const event = body && recognized(body);
  return {
    ...facts,
    entry_id: id,
    delivery_id: id,
    signed_at: instantFromMs(signed_at * 1000),
    statement: event && statementOf(event, signed_at, known),
    event_at: event && eventInstant(event, signed_at),
    event_at_text: (event && eventTime(event)?.text) || null,
    payload: body && utf8Text(body),
  };
}

function readingEntry(row: ReadingRow): ReadingEntry {
  const { id, subject, read_at, first, answer, answer_before, answer_kept: kept, too_large } = row;
  return {
    kind: "reading",
    entry_id: id,
    subject,
    read_at,
    first,
    changes:
      answer === null || (answer_before === null && !first) ? null : readingChanges(subject, answer, answer_before),
    kept,
    too_large,
    payload: subject === "people" ? null : answer,
  };
}

/** The time that a delivery's event states; null for an unknown event, or without a time of its own. */
export function statedEventTime(body: Buffer | null): StatedTime | null {
  const event = body && recognized(body);
  return event && eventTime(event);
}

function recognized(body: Buffer): VerificationEvent | null {
  const read = readDelivery(body);
  return read.recognized ? read.event : null;
}
