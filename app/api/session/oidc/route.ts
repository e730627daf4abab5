import { providerQuery } from "#lib/contract/access/access-input.ts";
import { flowCookie } from "#lib/server/access/session.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { addressAfter, redirect } from "#lib/server/oidc/addresses.ts";
import { beginFlow } from "#lib/server/oidc/flow.ts";
import { ProviderSignInError } from "#lib/server/oidc/problem.ts";

/** Leads the browser to the provider, to sign in there. A sealed cookie binds the answer to this browser. */
export const GET = route({ access: "public", limit: { calls: 60, seconds: 60 } }, async ({ request }) => {
  const query = providerQuery.safeParse(Object.fromEntries(request.nextUrl.searchParams));
  if (!query.success) throw invalid("Invalid query.");
  const beginning = { purpose: "sign_in", session: null, ...query.data } as const;
  try {
    const { url, flow } = await beginFlow(beginning);
    await (await flowCookie()).save(flow);
    return redirect(url);
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error;
    return redirect(addressAfter(beginning, { problem: error.problem }));
  }
});
