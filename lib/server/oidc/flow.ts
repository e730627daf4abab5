import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { flowCookie } from "#lib/server/access/session.ts";
import { env } from "#lib/server/base/env.ts";
import { providerSettings, readProvider } from "./provider.ts";

const CALLBACK = "/api/session/oidc/callback";
const secret = z.string().min(20).max(200);

/** The state of a sign-in, in a sealed cookie while the user is at the provider. */
const flowShape = z.strictObject({
  purpose: z.enum(["sign_in", "step_up", "link"]),
  state: secret,
  nonce: secret,
  verifier: secret,
  /** Its beginning in Unix seconds. */
  began: z.int(),
  /** The session that is confirmed or linked. */
  session: z.string().max(100).nullable(),
  /** Where to go afterwards; null for the usual page. */
  next: z.string().max(2_000).nullable(),
  /** Whether it has a window of its own, which reports to the waiting page. */
  window: z.boolean(),
});
export type Flow = z.infer<typeof flowShape>;

/** The flow of this browser; it can be taken once. */
export const takeFlow = async (): Promise<Flow | null> =>
  flowShape.safeParse(await (await flowCookie()).take()).data ?? null;

export type Beginning = Pick<Flow, "purpose" | "session" | "next" | "window">;

/** Saves a flow and returns the provider's address. Throws NOT_FOUND without a provider, and ProviderSignInError. */
export async function beginFlow(beginning: Beginning): Promise<string> {
  const settings = providerSettings();
  const config = await readProvider(settings);
  const flow: Flow = {
    ...beginning,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    began: Math.floor(Date.now() / 1000),
  };
  const url = buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(),
    scope: settings.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    // Even a user who is signed in at the provider has to authenticate again.
    ...(flow.purpose !== "sign_in" && { prompt: "login", max_age: "0" }),
  });
  await (await flowCookie()).save(flow);
  return url.href;
}

export const callbackUrl = (): string => `${env().APP_ORIGIN}${CALLBACK}`;
