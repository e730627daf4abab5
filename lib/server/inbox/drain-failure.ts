import type pg from "pg";
import { describeFailure } from "./drain-errors.ts";

/** After so many attempts a row is set aside as `failed`, until a person, a rebuild or a worker's start brings it back. */
export const MAX_ATTEMPTS = 5;

/** Keeps why a row could not be applied; it is due again after 2, 4, 8, 16 seconds, or set aside. */
export async function recordFailure(pool: pg.Pool, id: number, error: unknown): Promise<void> {
  await pool.query(
    `UPDATE inbox SET attempts = attempts + 1, last_error = $2,
       state = CASE WHEN attempts + 1 >= $3 THEN 'failed' ELSE 'pending' END,
       next_attempt_at = CASE WHEN attempts + 1 >= $3 THEN NULL
         ELSE now() + interval '1 second' * power(2, attempts + 1) END
     WHERE id = $1 AND state = 'pending'`,
    [id, describeFailure(error), MAX_ATTEMPTS],
  );
}
