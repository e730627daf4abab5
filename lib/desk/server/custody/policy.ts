import type { CustodyPolicyInput } from "#lib/desk/contract/custody/custody-input.ts";
import {
  CUSTODY_CLASSES,
  type CustodyPolicy,
  FIRST_POLICY,
  NO_POLICY,
  ruleOf,
} from "#lib/desk/contract/custody/policy.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { lockCustody } from "./lock.ts";

type PolicyRow = { version: number; policy: Omit<CustodyPolicy, "version"> };

export async function readCustodyPolicy(client: Client = database().pool): Promise<CustodyPolicy> {
  const { rows } = await client.query<PolicyRow>(
    "SELECT version, policy FROM custody_policies ORDER BY version DESC LIMIT 1",
  );
  const [newest] = rows;
  return newest ? { ...newest.policy, version: newest.version } : NO_POLICY;
}

const ADD = "INSERT INTO custody_policies (version, user_id, policy) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/** Puts a policy in force. Throws CONFLICT if another version than the given one is in force now. */
export function changeCustodyPolicy(
  given: CustodyPolicyInput,
  userId: string,
  { pool }: Pooled = database(),
): Promise<{ before: CustodyPolicy; after: CustodyPolicy }> {
  return inTransaction(pool, async (tx) => {
    await lockCustody(tx, "change");
    const before = await readCustodyPolicy(tx);
    if (before.version !== given.version)
      throw conflict("Somebody has changed the periods meanwhile; load them again.");
    const rules = Object.fromEntries(
      CUSTODY_CLASSES.map((name) => [name, ruleOf(given[name].profile, given[name].months ?? 0)]),
    ) as PolicyRow["policy"];
    await tx.query(ADD, [before.version + 1, userId, JSON.stringify(rules)]);
    return { before, after: { ...rules, version: before.version + 1 } };
  });
}

export const custodyPolicyFacts = (policy: CustodyPolicy): object => ({
  policy_version: policy.version,
  ...Object.fromEntries(
    CUSTODY_CLASSES.map((name) => [name, `${policy[name].profile} ${policy[name].months ?? ""}`.trim()]),
  ),
});

/**
 * Adds the first policy of a new installation at its start: ten years for decided files, or its variables if one is set.
 * An installation in use has a policy since its migration.
 */
export async function beginCustody(
  { pool }: Pooled,
  { keepsDecided }: Pick<Env, "keepsDecided"> = env(),
): Promise<void> {
  const { version: _, ...none } = NO_POLICY;
  const first = Object.values(keepsDecided).every(Boolean) ? FIRST_POLICY : none;
  const { rows } = await pool.query<{ known: boolean }>("SELECT EXISTS (SELECT FROM custody_policies) AS known");
  if (!rows[0]?.known) await pool.query(ADD, [1, null, JSON.stringify(first)]);
}
