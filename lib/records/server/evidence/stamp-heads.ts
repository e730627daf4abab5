import { hash } from "node:crypto";
import { type EvidenceHead, signedText } from "#lib/core/contract/evidence-head.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { isTimestampConfigured, requestTimestamp } from "./timestamp.ts";
import { TimestampError } from "./timestamp-message.ts";

/** Attempts at a head end after this time: the heads of later days have time stamps of their own. */
export const TRIED_FOR = "interval '7 days'";

/** The digest that an authority stamps for a head: SHA-256 of the text that the head's signature covers. */
export const stampedDigest = ({ size, root, at }: EvidenceHead): Buffer =>
  hash("sha256", signedText({ size, root, at }), "buffer");

/** Takes a head for one attempt. The next attempt is set before it: a worker that dies in between only delays the head. */
const TAKE = `
  WITH due AS (
    SELECT head.id FROM evidence_heads AS head LEFT JOIN evidence_timestamps AS stamp ON stamp.head_id = head.id
    WHERE head.left_at > now() - ${TRIED_FOR} AND (stamp.head_id IS NULL OR stamp.next_attempt_at <= now())
    ORDER BY head.id LIMIT 1
  ), taken AS (
    INSERT INTO evidence_timestamps AS stamp (head_id, attempts, next_attempt_at)
    SELECT id, 1, now() + interval '1 minute' FROM due
    ON CONFLICT (head_id) DO UPDATE SET attempts = stamp.attempts + 1,
      next_attempt_at = now() + LEAST(interval '1 minute' * (2 ^ LEAST(stamp.attempts, 10)), interval '6 hours')
    WHERE stamp.next_attempt_at <= now()
    RETURNING head_id
  )
  SELECT head_id, size, encode(root, 'hex') AS root, at FROM taken JOIN evidence_heads AS head ON head.id = taken.head_id`;

const STAMPED = `
  UPDATE evidence_timestamps SET response = $2, stamped_at = $3, error = NULL, next_attempt_at = NULL
  WHERE head_id = $1 AND response IS NULL`;

const FAILED = "UPDATE evidence_timestamps SET error = $2 WHERE head_id = $1 AND response IS NULL";

/** Requests a time stamp for every due head that left the machine. Any number of workers may run it. */
export async function stampHeads(
  log: Pick<Log, "warn">,
  { pool }: Pooled = database(),
  signal?: AbortSignal,
): Promise<void> {
  while (isTimestampConfigured() && !signal?.aborted) {
    const [head] = (await pool.query<EvidenceHead & { head_id: number }>(TAKE)).rows;
    if (!head) return;
    try {
      const { response, at } = await requestTimestamp(stampedDigest(head));
      await pool.query(STAMPED, [head.head_id, response, at]);
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      await pool.query(FAILED, [head.head_id, error.code]);
      log.warn({ size: head.size, cause: error.code }, "evidence: no time stamp of a head");
    }
  }
}
