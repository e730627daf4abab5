import { CotejoError } from "#lib/server/base/errors.ts";
import { isHeldUp } from "#lib/server/db/advisory-lock.ts";
import type { Client } from "#lib/server/db/database.ts";
import { mentionedIds } from "#lib/server/inbox/erasure-marks.ts";

/**
 * Excludes all writers of received rows and requested reads: each takes its lock first, so it has either ended, and its
 * rows are found, or sees the mark. Readers are not delayed.
 */
const ALONE = "LOCK TABLE inbox, refresh_requests, verification_reads IN EXCLUSIVE MODE";

/** For so long others may wait behind us; the receiver's batches wait 8 s at the most. */
const PATIENCE = "3s";
const TRIES = 3;

/** Call it first in a transaction that erases or blocks. */
export async function lockAlone(tx: Client): Promise<void> {
  await tx.query("SELECT set_config('lock_timeout', $1, true)", [PATIENCE]);
  await tx.query(ALONE);
}

/** Tries a transaction that begins with `lockAlone` again where writers held it up. */
export async function untilAlone<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isHeldUp(error)) throw error;
      if (tries === TRIES) {
        const message = "Too much is being written just now; nothing was erased.";
        throw new CotejoError("DATABASE_UNAVAILABLE", 503, message, { retryable: true, retryAfter: 5, cause: error });
      }
    }
  }
}

/** Rows of no known verification that may still name this one; `\\u` may hide any letter of it. */
const UNCLEAR = `
  SELECT id, body FROM inbox WHERE kind = 'delivery' AND verification_id IS NULL AND body IS NOT NULL
    AND (position(convert_to($1, 'UTF8') IN body) > 0 OR position('\\x5c'::bytea IN body) > 0)`;

/** The deliveries of no known verification that name this one. */
export async function deliveriesNaming(tx: Client, verification_id: string): Promise<number[]> {
  const unclear = await tx.query<{ id: number; body: Buffer }>(UNCLEAR, [verification_id]);
  return unclear.rows.filter(({ body }) => mentionedIds(body).has(verification_id)).map(({ id }) => id);
}
