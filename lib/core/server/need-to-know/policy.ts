import type { NeedToKnowInput } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import { FIRST_NEED_TO_KNOW, type NeedToKnow, type RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";

const NEWEST = "SELECT version, policy FROM need_to_know_policies ORDER BY version DESC LIMIT 1";

export async function readNeedToKnow(client: Client = database().pool): Promise<NeedToKnow> {
  // Prepared, since each answer to a user needs it.
  const statement = { name: "find need to know", text: NEWEST };
  const [newest] = (await client.query<{ version: number; policy: Omit<NeedToKnow, "version"> }>(statement)).rows;
  return newest ? { ...newest.policy, version: newest.version } : FIRST_NEED_TO_KNOW;
}

const SHOWS_NOTHING: RoleRule = { curp: "none", birth_date: false, pdf: false };

/** The rule in force about the data of people that a role is shown; nothing without a role. */
export const ruleFor = async (role: Role | null, client?: Client): Promise<RoleRule> =>
  role === null ? SHOWS_NOTHING : (await readNeedToKnow(client)).roles[role];

/** Like `ruleFor`, for a user by id. */
export async function ruleOfUser(userId: string, client: Client): Promise<RoleRule> {
  const user = await findRow<{ role: Role }>(client, "SELECT role FROM users WHERE id = $1", [userId]);
  return ruleFor(user?.role ?? null, client);
}

/** Puts a policy in force. Throws CONFLICT if another version than the given one is in force now. */
export async function changeNeedToKnow(
  { version, ...policy }: NeedToKnowInput,
  userId: string,
  { pool }: Pooled = database(),
): Promise<{ before: NeedToKnow; after: NeedToKnow }> {
  const before = await readNeedToKnow(pool);
  const { rowCount } = await pool.query(
    `INSERT INTO need_to_know_policies (version, user_id, policy)
     SELECT $1::integer + 1, $2, $3 WHERE $1 = (SELECT COALESCE(max(version), 0) FROM need_to_know_policies)
     ON CONFLICT DO NOTHING`,
    [version, userId, JSON.stringify(policy)],
  );
  if (rowCount === 0) throw conflict("Somebody has changed what is shown meanwhile; load it again.");
  return { before, after: { ...policy, version: version + 1 } };
}

/** A policy in the form of the audit trail. */
export const needToKnowFacts = ({ version, roles, reason }: NeedToKnow): object => ({
  policy_version: version,
  reason_asked: reason,
  ...Object.fromEntries(Object.entries(roles).map(([role, rule]) => [`shown_to_${role}`, wordOf(rule)])),
});

/** A consistent rule in one word. */
function wordOf({ curp, birth_date, pdf }: RoleRule): string {
  if (curp === "whole") return pdf ? "curp_and_pdf" : "curp_whole";
  return `curp_${curp}${birth_date ? "" : "_no_birth_date"}`;
}
