import { providerQuery } from "#lib/contract/access/access-input.ts";
import { route } from "#lib/server/http/route.ts";
import { leadToProvider } from "#lib/server/oidc/addresses.ts";

/** Redirects the browser to the provider's sign-in. A cookie binds the answer to this browser. */
export const GET = route(
  { access: "public", limit: { calls: 60, seconds: 60 }, query: providerQuery },
  async ({ query }) => leadToProvider({ purpose: "sign_in", session: null, ...query }),
);
