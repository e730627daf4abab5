import { logoutForm, providerQuery } from "#lib/access/contract/access-input.ts";
import { landingOf } from "#lib/access/contract/landing.ts";
import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";
import { confirmByProvider, linkByProvider, unlinkProvider } from "#lib/access/server/oidc/confirm.ts";
import { enterByProvider } from "#lib/access/server/oidc/enter.ts";
import { type Beginning, beginFlow, type Flow, takeFlow } from "#lib/access/server/oidc/flow.ts";
import { logOutByProvider, readLogoutToken } from "#lib/access/server/oidc/logout-token.ts";
import { ProviderSignInError } from "#lib/access/server/oidc/problem.ts";
import { providerSettings } from "#lib/access/server/oidc/provider.ts";
import { redeem } from "#lib/access/server/oidc/redeem.ts";
import { currentSession, enterBrowser, sessionCookie, signInAddress } from "#lib/access/server/session.ts";
import { route } from "#lib/edge/server/http/route.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Actor, actorOf } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { ANY_QUERY } from "#lib/platform/server/http/page-parameters.ts";

/** Answers the address of the provider's sign-in. The account is linked after the person has signed in there. */
export const postOwnProvider = route(
  "POST /api/account/provider",
  { access: "account.own", stepUp: true, audit: null },
  async ({ session }) => {
    try {
      return { url: await beginFlow({ purpose: "link", session: session.idHash, next: null, window: false }) };
    } catch (error) {
      if (!(error instanceof ProviderSignInError)) throw error;
      throw new CotejoError("PROVIDER_UNAVAILABLE", 503, "The provider of sign-ins does not answer.", {
        retryable: true,
      });
    }
  },
);

export const deleteOwnProvider = route(
  "DELETE /api/account/provider",
  { access: "account.own", stepUp: true, audit: "provider.unlinked" },
  async ({ session, audit }) => {
    await unlinkProvider(session);
    audit.add({ ids: { user_id: session.user.id } });
  },
);

/** Redirects the browser to the provider's sign-in. A cookie binds the answer to this browser. */
export const getSessionOidc = route(
  "GET /api/session/oidc",
  { access: "public", perMinute: 60, query: providerQuery },
  async ({ query }) => leadToProvider({ purpose: "sign_in", session: null, ...query }),
);

/**
 * The provider redirects the browser back here, from another site. The answer is valid only with the cookie of the
 * browser that began the sign-in, and only once.
 */
export const getSessionOidcCallback = route(
  "GET /api/session/oidc/callback",
  { access: "public", perMinute: 60, query: ANY_QUERY },
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

/**
 * Back-channel logout: the provider reports the end of a session. A signed token authenticates the call. Writes its own
 * entries: one for each ended session.
 */
export const postSessionOidcLogout = route(
  "POST /api/session/oidc/logout",
  {
    access: "public",
    fromServers: true,
    audit: null,
    perMinute: 600,
    media: "form",
    body: logoutForm,
    maxBodyBytes: 32 * 1024,
  },
  async ({ body }) => {
    await logOutByProvider(await readLogoutToken(body.logout_token, providerSettings()));
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  },
);

/** Redirects a window to the provider, where the signed-in person signs in again. */
export const getSessionOidcStepUp = route(
  "GET /api/session/oidc/step-up",
  { access: "account.own" },
  async ({ session }) => leadToProvider({ purpose: "step_up", session: session.idHash, next: null, window: true }),
);

type Outcome = { problem?: SignInProblem; role?: Role };

/** The page after the provider's answer; without a flow it counts as a sign-in. */
function addressAfter(flow: Pick<Flow, "purpose" | "next" | "window"> | null, { problem, role }: Outcome): string {
  if (flow?.window) return problem ? withProblem("/signed-in", problem) : "/signed-in?done=1";
  if (flow?.purpose === "link") return withProblem("/account", problem);
  if (problem) return withProblem(signInAddress(flow?.next ?? "/"), problem);
  return flow?.next ?? landingOf(role ?? "support");
}

const withProblem = (address: string, problem: SignInProblem | undefined): string =>
  problem ? `${address}${address.includes("?") ? "&" : "?"}problem=${problem}` : address;

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

/** Redirects the browser to the provider, or back if that fails. Throws NOT_FOUND without a provider. */
async function leadToProvider(beginning: Beginning): Promise<Response> {
  try {
    return redirect(await beginFlow(beginning));
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error;
    return redirect(addressAfter(beginning, { problem: error.problem }));
  }
}
