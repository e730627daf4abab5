import type { Custody } from "#lib/contract/custody/custody.ts";
import { type Env, env } from "#lib/server/base/env.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { readCustodyPolicy } from "./policy.ts";
import { listRuns } from "./retention-runs.ts";

/** The policy in force, and what the retention deleted last (`GET /api/privacy/custody`). */
export async function readCustody(
  { pool }: Pooled = database(),
  { keepsDecided }: Pick<Env, "keepsDecided"> = env(),
): Promise<Custody> {
  const [policy, runs] = await Promise.all([readCustodyPolicy(pool), listRuns(pool)]);
  const set = (["payloads", "people", "audit"] as const).filter((name) => !keepsDecided[name]);
  return { policy, runs, variables: set.map((name) => `RETENTION_${name.toUpperCase()}_DAYS`) };
}
