import { confirmation, credentials } from "#lib/access/contract/access-input.ts";
import { passkeyConfirmation } from "#lib/access/contract/passkey.ts";
import { signOutAddress } from "#lib/access/server/oidc/sign-out.ts";
import { enterBrowser, publicUser, sessionCookie, timesOf } from "#lib/access/server/session.ts";
import { sessionSeconds } from "#lib/access/server/session-seal.ts";
import { revokeSession } from "#lib/access/server/sessions.ts";
import { signIn } from "#lib/access/server/sign-in.ts";
import { requestStepUp, stepUp } from "#lib/access/server/verify-person.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";

/** Writes its own audit entries: the user has no session yet, and a refusal has a reason. */
export const postSession = route(
  "POST /api/session",
  { access: "public", body: credentials, audit: null },
  async ({ body, actor }) => ({ user: await enterBrowser((browser) => signIn(body, { actor, browser })) }),
);

/** The user and the remaining time of the session. This request does not count as activity. */
export const getSession = route("GET /api/session", { access: "account.own" }, async ({ session }) => ({
  user: publicUser(session.user),
  session: timesOf(session),
}));

/**
 * Writes its own audit entry. Without a session there is nothing to record, but the answer is the same. `url`: where the
 * browser goes next, so that the provider ends its session too.
 */
export const deleteSession = route("DELETE /api/session", { access: "public", audit: null }, async ({ actor }) => {
  const cookie = await sessionCookie();
  const ended = cookie.id ? await revokeSession(cookie.id) : null;
  if (ended) {
    const ids = { session_id: ended.idHash };
    await writeAudit(database().pool, { action: "session.ended", ids, actor: { ...actor, user: ended.user } });
  }
  cookie.destroy();
  const url = ended && (await signOutAddress(ended));
  const headers = { "cache-control": "no-store", "clear-site-data": '"cache", "storage"' };
  return url ? Response.json({ url }, { headers }) : new Response(null, { status: 204, headers });
});

/** The user is active on a page that makes no requests. No command: the call itself is the message. */
export const postSessionActivity = route(
  "POST /api/session/activity",
  { access: "account.own", audit: null },
  async ({ session }) => {
    // `session` was read before this request extended it.
    return { session: timesOf({ ...session, idleIn: sessionSeconds().idle }) };
  },
);

/** Step-up by a passkey instead of the password. Writes its own audit entries: a refusal has a reason. */
export const postSessionPasskey = route(
  "POST /api/session/passkey",
  { access: "account.own", body: passkeyConfirmation, audit: null },
  async ({ actor, body, session }) => {
    const token = await stepUp({ session, actor, confirmation: body });
    await (await sessionCookie()).renew(token);
  },
);

/** WebAuthn options for a step-up by passkey. The audit trail has no entry: only the challenge is stored. */
export const postSessionPasskeyOptions = route(
  "POST /api/session/passkey/options",
  { access: "account.own", audit: null },
  async ({ session }) => {
    const request = await requestStepUp(session);
    if (!request) throw notFound("A passkey of yours");
    return json(request, 201);
  },
);

/** Step-up by the password, for keys, secrets and users. Writes its own audit entries: a refusal has a reason. */
export const postSessionStepUp = route(
  "POST /api/session/step-up",
  { access: "account.own", body: confirmation, audit: null },
  async ({ actor, body, session }) => {
    const token = await stepUp({ session, actor, confirmation: body });
    await (await sessionCookie()).renew(token);
  },
);
