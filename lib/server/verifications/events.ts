import { PAGE_ROWS } from "#lib/contract/pages.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import type {
  DeliveryEntry,
  ReadingEntry,
  VerificationEventKind,
  VerificationEvents,
} from "#lib/contract/verifications/activity.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { pageOf } from "#lib/server/db/list-query.ts";
import { readingChanges } from "./events-changes.ts";

/** The events of each kind (interface, Events: Event list). An unknown event is of no kind. */
const EVENTS: Partial<Record<VerificationEventKind, readonly string[]>> = {
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

/** Which readings are of a kind: those that state something else of it than the one before. */
const READINGS: Partial<Record<VerificationEventKind, string>> = {
  status: "subject = 'verification' AND status IS DISTINCT FROM status_before",
  documents: "subject = 'verification' AND documents_status IS DISTINCT FROM documents_status_before",
  findings:
    "subject = 'verification' AND (findings, findings_computed_at) IS DISTINCT FROM (findings_before, findings_computed_at_before)",
  people: "subject = 'people'",
  readings: "true",
};

/**
 * Readings that differ from the one before them, in the order in which they were made, with the place where they came
 * in. What came in is what the feed is ordered by: the inbox numbers deliveries and readings alike.
 */
const DIFFERING = `
  SELECT entry.id, differing.* FROM (
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

const DELIVERIES = `
  SELECT id FROM inbox WHERE verification_id = $1 AND kind = 'delivery' AND ($2::bigint IS NULL OR id < $2)
    AND ($4::text[] IS NULL OR event_name = ANY($4)) AND (NOT $5 OR state IN ('unrecognized', 'failed'))
  ORDER BY id DESC LIMIT $3`;

function pageQuery(kind: VerificationEventKind | null): string {
  const readings = `SELECT id, hash_before FROM (${DIFFERING}) AS differing
    WHERE ($2::bigint IS NULL OR id < $2) AND ${kind === null ? "true" : (READINGS[kind] ?? "false")}`;
  return `
    WITH page AS (
      SELECT id, NULL::bytea AS hash_before FROM (${DELIVERIES}) AS delivered
      UNION ALL ${readings}
      ORDER BY id DESC LIMIT $3
    )
    SELECT entry.id, entry.kind, event_name, state, received_at, signed_at, late, copies, last_error, entry.body,
      subject, read_at, page.hash_before IS NULL AS first, answer.body AS answer, earlier.body AS answer_before
    FROM page JOIN inbox AS entry USING (id)
      LEFT JOIN snapshot_bodies AS answer ON answer.hash = entry.body_hash
      LEFT JOIN snapshot_bodies AS earlier ON earlier.hash = page.hash_before
    ORDER BY entry.id DESC`;
}

type DeliveryRow = Omit<DeliveryEntry, "entry_id" | "delivery_id" | "signed_at" | "kept" | "payload"> & {
  id: number;
  signed_at: number;
  /** Null when it is kept no longer. */
  body: Buffer | null;
};
type ReadingRow = Pick<ReadingEntry, "subject" | "read_at" | "received_at" | "first"> & {
  kind: "snapshot";
  id: number;
  /** Null when the body is kept no longer. */
  answer: string | null;
  answer_before: string | null;
};
type Row = DeliveryRow | ReadingRow;

/**
 * What came in about a verification, newest first: deliveries with their payloads, and readings of the API that state
 * something new; all of it, or one kind. The cursor is the last `entry_id`. Nothing that came in yields an empty list.
 */
export async function listVerificationEvents(
  input: {
    verification_id: string;
    kind?: VerificationEventKind | null;
    cursor?: string | null;
    limit?: number;
  },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<VerificationEvents> {
  const kind = input.kind ?? null;
  const limit = input.limit ?? PAGE_ROWS;
  const before = /^\d{1,15}$/.test(input.cursor ?? "") ? Number(input.cursor) : null;
  const names = kind === "readings" ? [] : (kind && EVENTS[kind]) || null;
  const values = [input.verification_id, before, limit + 1, names, kind === "set_aside"];
  const { rows, last } = pageOf((await pool.query<Row>(pageQuery(kind), values)).rows, limit);
  return {
    items: rows.map((row) => (row.kind === "delivery" ? deliveryEntry(row) : readingEntry(row))),
    next_cursor: last ? String(last.id) : null,
  };
}

function deliveryEntry(row: DeliveryRow): DeliveryEntry {
  const { id, body, signed_at, kind, event_name, state, received_at, late, copies, last_error } = row;
  const facts = { kind, event_name, state, received_at, late, copies, last_error };
  const signed = instantFromMs(signed_at * 1000);
  return {
    ...facts,
    entry_id: id,
    delivery_id: id,
    signed_at: signed,
    kept: body !== null,
    payload: body && payloadText(body),
  };
}

function readingEntry({ id, subject, read_at, received_at, first, answer, answer_before }: ReadingRow): ReadingEntry {
  return {
    kind: "reading",
    entry_id: id,
    subject,
    read_at,
    received_at,
    first,
    changes:
      answer === null || (answer_before === null && !first) ? null : readingChanges(subject, answer, answer_before),
    kept: answer !== null,
    payload: subject === "people" ? null : answer,
  };
}

/** UTF-8 as it came, or null: a payload is shown as it was sent, or said to be unreadable, never repaired. */
export function payloadText(body: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}
