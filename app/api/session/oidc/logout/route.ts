import { logoutForm } from "#lib/contract/access/access-input.ts";
import { route } from "#lib/server/http/route.ts";
import { logOutByProvider, readLogoutToken } from "#lib/server/oidc/logout-token.ts";
import { providerSettings } from "#lib/server/oidc/provider.ts";

/**
 * Back-channel logout: the provider reports the end of a session. A signed token authenticates the call. Writes its own
 * entries: one for each ended session.
 */
export const POST = route(
  {
    access: "public",
    fromServers: true,
    audit: null,
    limit: { calls: 600, seconds: 60 },
    media: "form",
    body: logoutForm,
    maxBodyBytes: 32 * 1024,
  },
  async ({ body }) => {
    await logOutByProvider(await readLogoutToken(body.logout_token, providerSettings()));
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  },
);
