import { flowCookie } from "#lib/server/access/session.ts";
import { route } from "#lib/server/http/route.ts";
import { addressAfter, redirect } from "#lib/server/oidc/addresses.ts";
import { beginFlow } from "#lib/server/oidc/flow.ts";
import { ProviderSignInError } from "#lib/server/oidc/problem.ts";

/** Leads a window to the provider, where the session's person shows who they are again. */
export const GET = route({ access: "account.own" }, async ({ session }) => {
  const beginning = { purpose: "step_up", session: session.idHash, next: null, window: true } as const;
  try {
    const { url, flow } = await beginFlow(beginning);
    await (await flowCookie()).save(flow);
    return redirect(url);
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error;
    return redirect(addressAfter(beginning, { problem: error.problem }));
  }
});
