import {
  enrolmentConfirmation,
  noticesSeen,
  passwordChange,
  passwordSwitch,
} from "#lib/access/contract/access-input.ts";
import { newPasskey } from "#lib/access/contract/passkey.ts";
import { changePassword, readAccount } from "#lib/access/server/account.ts";
import { acknowledgeNotices } from "#lib/access/server/account-notices.ts";
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from "#lib/access/server/own-passkeys.ts";
import {
  beginEnrolment,
  confirmEnrolment,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from "#lib/access/server/second-factor.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { endSession, endSessions, listSessions } from "#lib/access/server/sessions.ts";
import { readPasswordSwitch, switchPasswordsOff, switchPasswordsOn } from "#lib/access/server/switch-passwords.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";

export const getAccount = route("GET /api/account", { access: "account.own" }, ({ session }) => readAccount(session));

export const postOwnNotices = route(
  "POST /api/account/notices",
  { access: "account.own", body: noticesSeen, audit: "notices.acknowledged" },
  async ({ session, body, audit }) => {
    const kinds = await acknowledgeNotices(session.user.id, body.ids);
    audit.add({ ids: { user_id: session.user.id }, after: { notices: kinds } });
  },
);

export const getOwnPasskeys = route("GET /api/account/passkeys", { access: "account.own" }, ({ session }) =>
  listPasskeys(session),
);

/** Stores a new passkey. Answers recovery codes, once, if the passkey is the first second factor of the user. */
export const postOwnPasskeys = route(
  "POST /api/account/passkeys",
  { access: "account.own", stepUp: true, body: newPasskey, audit: "passkey.added" },
  async ({ session, body, audit }) => {
    const added = await addPasskey(session, body);
    audit.add({ ids: { user_id: session.user.id, passkey_id: added.passkey_id } });
    return json(added, 201);
  },
);

/** WebAuthn options for a new passkey. The audit trail has no entry: only the challenge is stored. */
export const postOwnPasskeysOptions = route(
  "POST /api/account/passkeys/options",
  { access: "account.own", stepUp: true, audit: null },
  async ({ session }) => json(await beginPasskey(session), 201),
);

/** 404 for a passkey of another user. */
export const deleteOwnPasskey = route(
  "DELETE /api/account/passkeys/{passkey_id}",
  { access: "account.own", stepUp: true, audit: "passkey.removed" },
  async ({ params: { passkey_id }, session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    await removePasskey(session, passkey_id);
  },
);

/**
 * Requires the old password itself, and the code of a user with a second factor. Writes its own entries, with the
 * reason of a refusal.
 */
export const postOwnPassword = route(
  "POST /api/account/password",
  { access: "account.own", stepUp: true, body: passwordChange, audit: null },
  async ({ actor, body, session }) => {
    const token = await changePassword({ session, actor, change: body });
    await (await sessionCookie()).renew(token);
  },
);

/** Ten new codes in place of the old, answered once. */
export const postOwnRecoveryCodes = route(
  "POST /api/account/recovery-codes",
  { access: "account.own", stepUp: true, audit: "recovery_codes.made" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    return json({ recovery_codes: await renewRecoveryCodes(session.user.id) }, 201);
  },
);

/** Answers a secret for an authenticator, once. */
export const postOwnSecondFactor = route(
  "POST /api/account/second-factor",
  { access: "account.own", stepUp: true, audit: "second_factor.begun" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    return json(await beginEnrolment(session.user), 201);
  },
);

export const deleteOwnSecondFactor = route(
  "DELETE /api/account/second-factor",
  { access: "account.own", stepUp: true, audit: "second_factor.removed" },
  async ({ session, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    await removeOwnSecondFactor(session.user.id);
  },
);

/** The first code of a new authenticator. Answers the recovery codes, once. */
export const postOwnSecondFactorConfirmation = route(
  "POST /api/account/second-factor/confirmation",
  { access: "account.own", stepUp: true, body: enrolmentConfirmation, audit: "second_factor.added" },
  async ({ session, body, audit }) => {
    audit.add({ ids: { user_id: session.user.id } });
    const { user, idHash } = session;
    return json({ recovery_codes: await confirmEnrolment({ user, idHash, code: body.code }) }, 201);
  },
);

export const getOwnSessions = route("GET /api/account/sessions", { access: "account.own" }, async ({ session }) =>
  listSessions({ userId: session.user.id, current: session.idHash }),
);

/** Ends all other sessions of the caller. */
export const deleteOwnSessions = route(
  "DELETE /api/account/sessions",
  { access: "account.own", stepUp: true, audit: "sessions.ended" },
  async ({ session, audit }) => {
    const ended = await endSessions(database().pool, session.user.id, session.idHash);
    audit.add({ ids: { user_id: session.user.id }, after: { ended } });
  },
);

/** Ends a session of the caller; 404 for another user's. */
export const deleteOwnSession = route(
  "DELETE /api/account/sessions/{session_id}",
  { access: "account.own", stepUp: true, audit: "session.ended" },
  async ({ params: { session_id }, session }) => {
    if (!(await endSession(database().pool, session.user.id, session_id))) throw notFound("This session");
  },
);

export const getPasswords = route("GET /api/settings/passwords", { access: "users.manage" }, () =>
  readPasswordSwitch(),
);

export const putPasswords = route(
  "PUT /api/settings/passwords",
  { access: "users.manage", stepUp: true, body: passwordSwitch, audit: "passwords.switched_off" },
  async ({ body: { user_id }, session, audit }) => {
    const sessions_ended = await switchPasswordsOff({ session, user_id });
    audit.add({ ids: { user_id }, after: { sessions_ended } });
    return readPasswordSwitch();
  },
);

export const deletePasswords = route(
  "DELETE /api/settings/passwords",
  { access: "users.manage", stepUp: true, audit: "passwords.switched_on" },
  async ({ session }) => {
    await switchPasswordsOn({ by: session.user.id });
    return readPasswordSwitch();
  },
);
