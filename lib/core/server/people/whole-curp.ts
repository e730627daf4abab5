import type { PeopleList, PeopleRows, SearchReason } from "#lib/core/contract/people/people-search.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** Searches without a match of a user in 24 hours: enough for callers, too few to find a CURP by trying. */
export const MAX_MISSES = 10;

const MISSES = `
  SELECT count(*)::int AS count FROM audit_log
  WHERE user_id = $1 AND action = 'people.searched' AND at > now() - interval '24 hours'
    AND after ? 'reason' AND after ->> 'found' = '0'`;

/**
 * Searches a whole CURP for a reader whose rule does not show it: whether it matches is what the rule hides. Each search is
 * in the audit trail with its reason. Throws REASON_REQUIRED without one, and CURP_MISSES after ten misses in 24 hours.
 */
export async function searchHiddenCurp<Found extends PeopleList | PeopleRows>(
  reason: SearchReason | undefined,
  search: (tx: Client) => Promise<Found>,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<Found> {
  if (reason === undefined) {
    throw new CotejoError(
      "REASON_REQUIRED",
      400,
      "Invalid reason: say why a CURP is searched that your role is not shown.",
    );
  }
  return inTransaction(pool, async (tx) => {
    // One search of a user after the other: concurrent ones would all be counted before their misses.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [JSON.stringify(["curp", actor.user?.id])]);
    const { rows } = await tx.query<{ count: number }>(MISSES, [actor.user?.id]);
    if ((rows[0]?.count ?? 0) >= MAX_MISSES) {
      throw new CotejoError("CURP_MISSES", 429, "Ten CURPs that nobody has were searched in 24 hours.");
    }
    const people = await search(tx);
    const found = typeof people.total === "number" ? people.total : people.total.at_least;
    const verification_ids = [...new Set(people.items.map(({ verification_id }) => verification_id))];
    await writeAudit(tx, {
      action: "people.searched",
      ids: { verification_ids },
      actor,
      after: { text: "curp", found, reason },
    });
    return people;
  });
}
