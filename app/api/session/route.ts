import { credentials } from "#lib/contract/access/access-input.ts";
import { enterBrowser, publicUser, sessionCookie, timesOf } from "#lib/server/access/session.ts";
import { revokeSession } from "#lib/server/access/sessions.ts";
import { signIn } from "#lib/server/access/sign-in.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";
import { signOutAddress } from "#lib/server/oidc/sign-out.ts";

/** Writes its own audit entries: the user has no session yet, and a refusal has a reason. */
export const POST = route({ access: "public", body: credentials, audit: null }, async ({ body, actor }) => {
  return { user: await enterBrowser((browser) => signIn(body, { actor, browser })) };
});

/** The user and the remaining time of the session. This request does not count as activity. */
export const GET = route({ access: "account.own" }, async ({ session }) => {
  return { user: publicUser(session.user), session: timesOf(session) };
});

/**
 * Writes its own audit entry. Without a session there is nothing to record, but the answer is the same. `url`: where the
 * browser goes next, so that the provider ends its session too.
 */
export const DELETE = route({ access: "public", audit: null }, async ({ actor }) => {
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
