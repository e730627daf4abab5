import { CotejoError } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { unlinkProvider } from "#lib/server/oidc/confirm.ts";
import { beginFlow } from "#lib/server/oidc/flow.ts";
import { ProviderSignInError } from "#lib/server/oidc/problem.ts";

/** Answers the address of the provider's sign-in. The account is linked after the person has signed in there. */
export const POST = route({ access: "account.own", stepUp: true, audit: null }, async ({ session }) => {
  try {
    return { url: await beginFlow({ purpose: "link", session: session.idHash, next: null, window: false }) };
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error;
    throw new CotejoError("PROVIDER_UNAVAILABLE", 503, "The provider of sign-ins does not answer.", {
      retryable: true,
    });
  }
});

export const DELETE = route(
  { access: "account.own", stepUp: true, audit: "provider.unlinked" },
  async ({ session, audit }) => {
    await unlinkProvider(session);
    audit.add({ ids: { user_id: session.user.id } });
  },
);
