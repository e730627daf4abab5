import { landingOf } from "#lib/contract/access/landing.ts";
import type { SignInProblem } from "#lib/contract/access/provider-claims.ts";
import type { Role } from "#lib/contract/access/user.ts";
import { signInAddress } from "#lib/server/access/session.ts";
import { type Beginning, beginFlow, type Flow } from "./flow.ts";
import { ProviderSignInError } from "./problem.ts";

type Outcome = { problem?: SignInProblem; role?: Role };

/** The page after the provider's answer; without a flow it counts as a sign-in. */
export function addressAfter(
  flow: Pick<Flow, "purpose" | "next" | "window"> | null,
  { problem, role }: Outcome,
): string {
  if (flow?.window) return problem ? withProblem("/signed-in", problem) : "/signed-in?done=1";
  if (flow?.purpose === "link") return withProblem("/account", problem);
  if (problem) return withProblem(signInAddress(flow?.next ?? "/"), problem);
  return flow?.next ?? landingOf(role ?? "support");
}

const withProblem = (address: string, problem: SignInProblem | undefined): string =>
  problem ? `${address}${address.includes("?") ? "&" : "?"}problem=${problem}` : address;

export const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

/** Redirects the browser to the provider, or back if that fails. Throws NOT_FOUND without a provider. */
export async function leadToProvider(beginning: Beginning): Promise<Response> {
  try {
    return redirect(await beginFlow(beginning));
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error;
    return redirect(addressAfter(beginning, { problem: error.problem }));
  }
}
