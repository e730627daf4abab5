import pg from "pg";

/** An error as it may be logged: PostgreSQL's messages can quote values, so of those only the code. */
export function describeError(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `database error ${error.code ?? "unknown"}`;
  return error instanceof Error ? error.message : "unknown error";
}
