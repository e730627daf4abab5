import pg from "pg";

/** A row that can never be applied. The message holds no values from bodies. */
export class RowError extends Error {
  override name = "RowError";
}

/**
 * SQLSTATE classes that do not concern the rows: connection (08) and authorization (28), a read-only server (25),
 * transaction rollback by deadlock or serialization (40), resources (53), operator intervention (57), the system (58),
 * locks not available (55); and another schema than this version's: unknown names and missing rights (42), databases
 * (3D) and schemas (3F), statements prepared before its change (0A, 26).
 */
const TRANSIENT_CLASSES = new Set(["08", "0A", "25", "26", "28", "3D", "3F", "40", "42", "53", "55", "57", "58"]);

/** Whether the database, rather than a row, is the cause: then the same batch may pass later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RowError || !(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return TRANSIENT_CLASSES.has(error.code?.slice(0, 2) ?? "");
  if ("code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code)) return true;
  return /connection|timeout|not queryable/i.test(error.message);
}

/** This transaction was aborted in a deadlock: it may be repeated at once. */
export const isRollback = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith("40") ?? false);

/** The server ended a slow statement. */
export const isTooSlow = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "57014";

/** The part of an error that may be stored. The database's messages quote refused values, so they stay out. */
export function describeFailure(error: unknown): string {
  if (error instanceof RowError) return error.message;
  if (error instanceof pg.DatabaseError) {
    const place = [error.table, error.column, error.constraint].filter(Boolean).join(".");
    return `database error ${error.code ?? "unknown"}${place ? ` in ${place}` : ""}`;
  }
  return error instanceof Error ? `internal fault: ${error.name}` : "internal fault";
}

/** After so many attempts a row is set aside as `failed`, until a user, a rebuild or a worker's start retries it. */
export const MAX_ATTEMPTS = 5;

/** Records the failure of a row: it is due again after 2, 4, 8, 16 seconds, or set aside as `failed`. */
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
