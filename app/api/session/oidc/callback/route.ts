import { currentSession, enterBrowser, sessionCookie } from "#lib/server/access/session.ts";
import { type Actor, actorOf } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { database } from "#lib/server/db/database.ts";
import { ANY_QUERY } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { addressAfter, redirect } from "#lib/server/oidc/addresses.ts";
import { confirmByProvider, linkByProvider } from "#lib/server/oidc/confirm.ts";
import { enterByProvider } from "#lib/server/oidc/enter.ts";
import { type Flow, takeFlow } from "#lib/server/oidc/flow.ts";
import { ProviderSignInError } from "#lib/server/oidc/problem.ts";
import { providerSettings } from "#lib/server/oidc/provider.ts";
import { redeem } from "#lib/server/oidc/redeem.ts";

/**
 * The provider redirects the browser back here, from another site. The answer is valid only with the cookie of the
 * browser that began the sign-in, and only once.
 */
export const GET = route(
  { access: "public", limit: { calls: 60, seconds: 60 }, query: ANY_QUERY },
  async ({ request }) => {
    const settings = providerSettings();
    const flow = await takeFlow(request.nextUrl.searchParams.get("state"));
    const session = flow?.session ? await currentSession() : null;
    const actor = actorOf(request, session);
    try {
      if (!flow) throw new ProviderSignInError("expired");
      const verified = await redeem(flow, request.nextUrl.search, settings);
      if (flow.purpose === "sign_in") {
        const { role } = await enterBrowser((browser) => enterByProvider(verified, settings, { actor, browser }));
        return redirect(addressAfter(flow, { role }));
      }
      if (flow.purpose === "link") await linkByProvider(verified, { flow, session, actor });
      else {
        const token = await confirmByProvider(verified, { flow, session, actor });
        await (await sessionCookie()).renew(token);
      }
      return redirect(addressAfter(flow, {}));
    } catch (error) {
      if (!(error instanceof ProviderSignInError)) throw error;
      if (flow && isAudited(error, flow)) await recordRefusal(error, flow, actor);
      return redirect(addressAfter(flow, { problem: error.problem }));
    }
  },
);

/** Anybody could fill the trail with refusals before the provider has named a person: these are only logged. */
const isAudited = ({ problem }: ProviderSignInError, { purpose }: Flow): boolean =>
  purpose !== "sign_in" || !["cancelled", "expired", "unavailable", "invalid"].includes(problem);

const recordRefusal = ({ problem, user_id }: ProviderSignInError, { purpose }: Flow, actor: Actor) =>
  writeAudit(database().pool, {
    action: "session.refused",
    ids: user_id ? { user_id } : {},
    actor,
    outcome: "refused",
    error_code: "PROVIDER_REFUSED",
    after: { reason: problem, by: "provider", ...(purpose !== "sign_in" && { within: "session" }) },
  });
