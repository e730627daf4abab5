import { mentionedIds } from "#lib/core/server/inbox/erasure-marks.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { isLockFailure } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * Excludes all writers of received rows and requested reads. Each takes its lock first, so a writer has either
 * committed rows, which are found, or sees the mark. Readers are not delayed.
 */
const ALONE = "LOCK TABLE inbox, refresh_requests, verification_reads IN EXCLUSIVE MODE";

/** Others may wait this long behind the lock; the receiver's batches wait 8 s at most. */
const LOCK_TIMEOUT = "3s";
const MAX_TRIES = 3;

/** Call it first in a transaction that erases or blocks. */
export async function lockAlone(tx: Client): Promise<void> {
  await tx.query("SELECT set_config('lock_timeout', $1, true)", [LOCK_TIMEOUT]);
  await tx.query(ALONE);
}

/** Retries a transaction that begins with `lockAlone` after a timeout of the lock. */
export async function untilAlone<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (tries === MAX_TRIES) {
        const message = "Too much is being written just now; nothing was erased.";
        throw new CotejoError("DATABASE_UNAVAILABLE", 503, message, { retryable: true, retryAfter: 5, cause: error });
      }
    }
  }
}

/** Deliveries without a known verification that may name this one; a `\\u` escape may hide any letter of its id. */
const MAY_NAME = `
  SELECT id, body FROM inbox WHERE kind = 'delivery' AND verification_id IS NULL AND body IS NOT NULL
    AND (position(convert_to($1, 'UTF8') IN body) > 0 OR position('\\x5c'::bytea IN body) > 0)`;

/** The deliveries without a known verification that name this one. */
export async function deliveriesNaming(tx: Client, verification_id: string): Promise<number[]> {
  const unclear = await tx.query<{ id: number; body: Buffer }>(MAY_NAME, [verification_id]);
  return unclear.rows.filter(({ body }) => mentionedIds(body).has(verification_id)).map(({ id }) => id);
}
