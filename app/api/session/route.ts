import { credentials } from "#lib/contract/user.ts";
import { sessionCookie } from "#lib/server/access/cookie.ts";
import { currentUser } from "#lib/server/access/session.ts";
import { revokeSession } from "#lib/server/access/sessions.ts";
import { signIn } from "#lib/server/access/sign-in.ts";
import { json, route } from "#lib/server/route.ts";

export const POST = route({ access: "public", audit: null, body: credentials }, async ({ body }) => {
  const { sessionId, user } = await signIn(body);
  const cookie = await sessionCookie();
  // A new id at each sign-in; whatever session the cookie held before ends here.
  if (cookie.id) await revokeSession(cookie.id);
  cookie.id = sessionId;
  await cookie.save();
  return json({ user }, 200);
});

export const GET = route({ access: "account.own" }, async () => ({ user: await currentUser() }));

export const DELETE = route({ access: "public", audit: null }, async () => {
  const cookie = await sessionCookie();
  if (cookie.id) await revokeSession(cookie.id);
  cookie.destroy();
  return new Response(null, {
    status: 204,
    headers: { "cache-control": "no-store", "clear-site-data": '"cache", "storage"' },
  });
});
