import { route } from "#lib/server/http/route.ts";
import { leadToProvider } from "#lib/server/oidc/addresses.ts";

/** Redirects a window to the provider, where the signed-in person signs in again. */
export const GET = route({ access: "account.own" }, async ({ session }) =>
  leadToProvider({ purpose: "step_up", session: session.idHash, next: null, window: true }),
);
