import { buildEndSessionUrl } from "openid-client";
import { currentIssuer } from "#lib/access/server/passwords-off.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { boundedFetch, logFault, providerSettings, readProvider } from "./provider.ts";

const REACH_MS = 2_000;

/**
 * The address at which the provider ends its session too (OpenID Connect RP-Initiated Logout 1.0); null for a session by
 * password, and where the provider has no such address or does not answer.
 */
export async function signOutAddress({
  issuer,
  idToken,
}: {
  issuer: string | null;
  idToken: string | null;
}): Promise<string | null> {
  if (issuer === null || issuer !== currentIssuer()) return null;
  try {
    const config = await readProvider(providerSettings());
    const { end_session_endpoint, jwks_uri = "" } = config.serverMetadata();
    if (!end_session_endpoint) return null;
    // The metadata is cached: without an answer now, the browser would stop at an error page.
    const signal = AbortSignal.timeout(REACH_MS);
    await boundedFetch(jwks_uri, { method: "GET", headers: {}, redirect: "manual", signal, body: undefined });
    return buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${env().APP_ORIGIN}/login`,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    logFault(error, "the sign-out at the OpenID provider was left out");
    return null;
  }
}
