import { PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { afterCursor, pageOf, parameters, timeCursor } from "#lib/platform/server/db/list-query.ts";
import type { HeadTimestamp, HeadTimestamps, TimestampSignature } from "#lib/records/contract/evidence/timestamps.ts";
import { stampedDigest, TRIED_FOR } from "./stamp-heads.ts";
import { isTimestampConfigured, readTimestamp } from "./timestamp.ts";
import { TimestampError } from "./timestamp-message.ts";

type TimestampRow = Omit<HeadTimestamp, "sha256" | "state" | "signature"> & {
  is_tried: boolean;
  was_tried: boolean;
  response: Buffer | null;
};

const list = (after: string, limit: number): string => `
  SELECT id AS timestamp_id, size, encode(root, 'hex') AS root, at, left_at, stamped_at, error, response,
    left_at > now() - ${TRIED_FOR} AS is_tried, stamp.head_id IS NOT NULL AS was_tried
  FROM evidence_heads AS head LEFT JOIN evidence_timestamps AS stamp ON stamp.head_id = head.id
  WHERE true ${after} ORDER BY left_at DESC, id DESC LIMIT ${limit + 1}`;

/** A page of the heads that left with their time stamps, the newest first. */
export async function listTimestamps(
  { cursor = null, limit = PAGE_ROWS }: { cursor?: string | null; limit?: number } = {},
  { pool }: Pooled = database(),
): Promise<HeadTimestamps> {
  const collected = parameters();
  const text = list(afterCursor("timestamps", cursor, "left_at", collected), limit);
  const { rows, last } = pageOf((await pool.query<TimestampRow>(text, collected.values)).rows, limit);
  return {
    items: rows.map(({ is_tried, was_tried, response, ...row }) => {
      const sha256 = stampedDigest(row);
      const state = stateOf({ ...row, is_tried, was_tried });
      return { ...row, sha256: sha256.toString("hex"), state, signature: response && signatureOf(response, sha256) };
    }),
    next_cursor: last ? timeCursor("timestamps", last.left_at, last.timestamp_id) : null,
    configured: isTimestampConfigured(),
  };
}

function stateOf({ stamped_at, is_tried, was_tried }: Pick<TimestampRow, "stamped_at" | "is_tried" | "was_tried">) {
  if (stamped_at !== null) return "stamped";
  if (is_tried && isTimestampConfigured()) return "waiting";
  return was_tried ? "none" : "off";
}

/** By which certificate a stored answer is verified now: earlier versions stored answers without verifying them. */
function signatureOf(response: Buffer, sha256: Buffer): TimestampSignature {
  try {
    return readTimestamp(response, { sha256, nonce: null }).signature;
  } catch (error) {
    if (error instanceof TimestampError) return "wrong_signature";
    throw error;
  }
}

const RESPONSE = `
  SELECT response, size FROM evidence_timestamps AS stamp JOIN evidence_heads AS head ON head.id = stamp.head_id
  WHERE head_id = $1 AND response IS NOT NULL`;

/** The TimeStampResp of a head in DER, and the size of the head. Throws NOT_FOUND where there is none. */
export async function readTimestampOf(
  head_id: number,
  { pool }: Pooled = database(),
): Promise<{ response: Buffer; size: number }> {
  const [row] = (await pool.query<{ response: Buffer; size: number }>(RESPONSE, [head_id])).rows;
  if (!row) throw notFound("The time stamp");
  return row;
}
