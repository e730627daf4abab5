import type { NewConsentRequest } from "#lib/access/contract/access-input.ts";
import {
  ADMINS_FOR_CONSENT,
  type Consent,
  type ConsentAction,
  type ConsentRequest,
  type MadeLink,
} from "#lib/access/contract/user.ts";
import { prepareFacts } from "#lib/desk/server/review/facts.ts";
import { unassignReviews } from "#lib/desk/server/review/unassign.ts";
import type { AuditAction } from "#lib/platform/contract/audit/audit.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Actor, SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import type { AuditDetails } from "#lib/platform/server/audit/command.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { changingUsers, countAdmins, existing, isConsentRequired, makeNewLink, takeFactor } from "./change-users.ts";
import type { StoredUser } from "./users.ts";

type RequestRow = { id: string; action: ConsentAction; user_id: string; asked_by: string };

const VALID_HOURS = 24;

/** SQL: requests that can be answered. A request is void once its author is no admin. */
const OPEN = `consent_requests JOIN users AS asker ON asker.id = asked_by AND asker.role = 'admin'
  AND asker.disabled_at IS NULL AND consent_requests.expires_at > now()`;

/** The effect of each action after the consent, and its audit entry; `by`: the emails of both admins. */
const ACTIONS: Record<
  ConsentAction,
  { entry: AuditAction; carryOut(tx: Client, user: StoredUser, by: string[]): Promise<MadeLink | undefined> }
> = {
  new_link: { entry: "user.link_renewed", carryOut: makeNewLink },
  remove_second_factor: { entry: "user.second_factor_removed", carryOut: takeFactor },
  make_admin: { entry: "user.changed", carryOut: (tx, user) => promote(tx, user, "admin") },
  make_compliance: { entry: "user.changed", carryOut: (tx, user) => promote(tx, user, "compliance") },
};

/** Changes the role; unassigns the unresolved reviews if the new role may not decide. After `prepareFacts`. */
async function promote(tx: Client, { id }: StoredUser, role: Role): Promise<undefined> {
  await tx.query("UPDATE users SET role = $2 WHERE id = $1", [id, role]);
  if (!may(role, "reviews.decide")) await unassignReviews(tx, id);
}

export async function readConsent({ pool }: Pooled = database()): Promise<Consent> {
  const policy = await pool.query<{ since: string }>("SELECT since FROM consent_policy");
  const { rows: requests } = await pool.query<ConsentRequest>(
    `SELECT consent_requests.id, action, users.name, users.email, asker.email AS asked_by, consent_requests.expires_at
     FROM ${OPEN} JOIN users ON users.id = consent_requests.user_id ORDER BY consent_requests.expires_at`,
  );
  const offered = (await countAdmins(pool)) >= ADMINS_FOR_CONSENT;
  return { required_since: policy.rows[0]?.since ?? null, offered, requests };
}

/**
 * Requires consent until a command on the host lifts it. Deletes the valid links, since the admin who made one may have
 * kept it, and returns their number. CONFLICT while there are too few admins.
 */
export function requireConsent({ by }: { by: string }, connection: Pooled = database()): Promise<number> {
  return changingUsers({ by }, connection, async (tx) => {
    if ((await countAdmins(tx)) < ADMINS_FOR_CONSENT) throw conflict("There are too few admins.");
    const begun = await tx.query("INSERT INTO consent_policy DEFAULT VALUES ON CONFLICT DO NOTHING");
    if (!begun.rowCount) return 0;
    return (await tx.query("DELETE FROM access_links WHERE expires_at > now()")).rowCount ?? 0;
  });
}

/** Ends the consent policy and deletes open requests; false if consent was not required. Only for the host. */
export function liftConsent({ pool }: Pooled): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await tx.query("DELETE FROM consent_requests");
    const { rowCount } = await tx.query("DELETE FROM consent_policy");
    if (rowCount) await writeAudit(tx, { action: "consent.lifted", ids: {}, actor: SYSTEM_ACTOR });
    return Boolean(rowCount);
  });
}

/**
 * Requests the consent of another admin; a second request for the same action replaces the first. CONFLICT if no consent
 * is required, for the admin's own account, and for the role of a user who has not joined.
 */
export function requestConsent(
  { by, user_id, action }: NewConsentRequest & { by: string },
  connection: Pooled = database(),
): Promise<AuditDetails> {
  return changingUsers({ by }, connection, async (tx) => {
    if (!(await isConsentRequired(tx))) throw conflict("No consent is required.");
    const { joined_at } = await existing(tx, user_id);
    const promotes = action === "make_admin" || action === "make_compliance";
    // The inviting admin may still have the link of a pending account, so it gets no role that requires consent.
    if (user_id === by || (promotes && !joined_at)) throw conflict("This can't be asked for.");
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO consent_requests (user_id, action, asked_by, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(hours => ${VALID_HOURS}))
       ON CONFLICT (user_id, action) DO UPDATE
         SET id = gen_random_uuid(), asked_by = excluded.asked_by, expires_at = excluded.expires_at
       RETURNING id`,
      [user_id, action, by],
    );
    return { ids: { user_id, consent_id: rows[0]?.id ?? "" }, after: { action } };
  });
}

/**
 * Agrees to a request and carries out its action, with the agreeing admin as the actor; returns the link, if the action
 * makes one. CONFLICT for the admin who made the request and for the user whom it concerns; NOT_FOUND once the request was
 * answered or has expired; or the error of the action.
 */
export async function giveConsent(
  { by, id, actor }: { by: string; id: string; actor: Actor },
  connection: Pooled = database(),
): Promise<{ link: MadeLink | null; details: AuditDetails }> {
  await prepareFacts(connection);
  return changingUsers({ by }, connection, async (tx, second) => {
    const { action, user_id, asked_by } = await takeRequest(tx, id);
    if (asked_by === by || user_id === by) throw conflict("Another admin has to agree.");
    const [user, first] = [await existing(tx, user_id), await existing(tx, asked_by)];
    const { entry, carryOut } = ACTIONS[action];
    const link = (await carryOut(tx, user, [first.email, second.email])) ?? null;
    const after = { action, asked_by: first.email };
    await writeAudit(tx, { action: entry, ids: { user_id, consent_id: id }, actor, after });
    return { link, details: { ids: { user_id }, after } };
  });
}

/** Declines a request, or withdraws the admin's own. NOT_FOUND as for `giveConsent`. */
export function declineConsent(
  { by, id }: { by: string; id: string },
  connection: Pooled = database(),
): Promise<AuditDetails> {
  return changingUsers({ by }, connection, async (tx) => {
    const { action, user_id } = await takeRequest(tx, id);
    return { ids: { user_id }, after: { action } };
  });
}

async function takeRequest(tx: Client, id: string): Promise<RequestRow> {
  const { rows } = await tx.query<RequestRow>(
    `DELETE FROM consent_requests WHERE id = (SELECT consent_requests.id FROM ${OPEN} WHERE consent_requests.id = $1)
     RETURNING id, action, user_id, asked_by`,
    [id],
  );
  if (!rows[0]) throw notFound("This request");
  return rows[0];
}

export function expireConsent({ pool }: Pooled = database()): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<RequestRow>("DELETE FROM consent_requests WHERE expires_at <= now() RETURNING *");
    for (const { id, user_id, action } of rows) {
      const ids = { user_id, consent_id: id };
      await writeAudit(tx, { action: "consent.expired", ids, actor: SYSTEM_ACTOR, after: { action } });
    }
  });
}
