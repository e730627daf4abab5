import type pg from "pg";
import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import type { Attempt } from "./attempts.ts";
import { deleteIfThere, type Named, type Resource } from "./resource.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** For which a lost POST may still come true. */
const WEEK = "interval '7 days'";

/**
 * Looks again for the keys of attempts whose outcome stayed unknown, since the service may have made them late (design
 * §6): after the end of their flow and daily for a week. Webhooks are not deleted on such a guess, and forgotten then.
 * Returns how many keys were found, and deleted. Where the service does not tell, throws; the next call looks for the same.
 */
export async function lookAgain(
  pool: pg.Pool,
  keysNow: () => Promise<Resource<ApiKey, Named> | null>,
  everyMs = DAY_MS,
): Promise<number> {
  await pool.query(`DELETE FROM creation_attempts WHERE kind = 'webhook' AND posted_at <= now() - ${WEEK}`);
  const { rows } = await pool.query<Pick<Attempt<Named>, "id" | "asked" | "known_ids">>(
    "SELECT id, asked, known_ids FROM creation_attempts WHERE kind = 'key' AND look_at <= now()",
  );
  const keys = rows.length > 0 ? await keysNow() : null;
  if (!keys) return 0;
  const listed = await keys.list();
  const left = rows.flatMap((attempt) => keys.leftBy(attempt, listed).ids);
  for (const id of left) await deleteIfThere(keys, id);
  const looked = rows.map(({ id }) => id);
  await pool.query(`DELETE FROM creation_attempts WHERE id = ANY($1) AND posted_at <= now() - ${WEEK}`, [looked]);
  await pool.query("UPDATE creation_attempts SET look_at = now() + make_interval(secs => $2) WHERE id = ANY($1)", [
    looked,
    everyMs / 1000,
  ]);
  return left.length;
}
