import { findCurrentKey, openKey } from "#lib/server/vault/dashboard-keys.ts";
import type { Context } from "./context.ts";
import { deleteOrphans } from "./orphans.ts";

/** Milliseconds for which a lost POST may still come true. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Looks again for the keys of attempts whose outcome stayed unknown, since the service may have made them late (design
 * §6): after the end of the rotation and daily for a week. Returns how many were found, and deleted. Where the service
 * does not tell, throws; the next call looks for the same ones.
 */
export async function lookAgain({ pool, serviceWith, waits }: Context): Promise<number> {
  const { rows } = await pool.query<{ label: string }>("SELECT label FROM rotation_attempts WHERE look_at <= now()");
  if (rows.length === 0) return 0;
  const current = await findCurrentKey(pool);
  if (!current) return 0;
  const labels = rows.map(({ label }) => label);
  const found = await deleteOrphans(pool, serviceWith(await openKey(pool, current.id)), labels);
  await pool.query(
    `UPDATE rotation_attempts SET look_at = CASE WHEN posted_at + make_interval(secs => $3) > now()
       THEN now() + make_interval(secs => $2) END WHERE label = ANY($1)`,
    [labels, waits.look / 1000, WEEK_MS / 1000],
  );
  return found;
}
