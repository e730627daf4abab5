import { CotejoError } from "#lib/server/base/errors.ts";
import { describeFailure, isTransient } from "#lib/server/inbox/drain-errors.ts";

/**
 * A failure as it may be logged: the database's own messages quote values; those of a lost connection do not, nor do our
 * own.
 */
export function describeTrouble(error: unknown): string {
  if (error instanceof CotejoError) return error.message;
  return error instanceof Error && isTransient(error) ? error.message : describeFailure(error);
}
