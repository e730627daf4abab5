import { route } from "#lib/server/http/route.ts";
import { leadToProvider } from "#lib/server/oidc/addresses.ts";

/** Leads a window to the provider, where the session's person shows who they are again. */
export const GET = route({ access: "account.own" }, async ({ session }) =>
  leadToProvider({ purpose: "step_up", session: session.idHash, next: null, window: true }),
);
