import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { FLOW_SECONDS, flowCookies } from "#lib/access/server/session.ts";
import { openValue, sealValue } from "#lib/access/server/session-seal.ts";
import { hashToken, newToken } from "#lib/access/server/sessions.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { providerSettings, readProvider } from "./provider.ts";

const CALLBACK = "/api/session/oidc/callback";
const secret = z.string().min(20).max(200);

/** Open flows of a browser: enough for a few tabs. */
const MAX_IN_BROWSER = 5;
/** Open flows of all browsers: anybody can begin one. */
const MAX_OPEN = 10_000;

/** A flow, kept sealed in the database while the user is at the provider. */
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

/**
 * The flow with this `state`, which the browser of the request began and no answer has used; null otherwise. The flow is
 * used up, also if the rest of the answer is wrong.
 */
export async function takeFlow(state: string | null, { pool }: Pooled = database()): Promise<Flow | null> {
  const stateHash = hashToken(state ?? "");
  const cookies = await flowCookies();
  const token = cookies.get(cookieName(stateHash));
  if (!token) return null;
  cookies.delete(cookieName(stateHash));
  const { rows } = await pool.query<{ sealed: string }>(
    "DELETE FROM provider_flows WHERE state_hash = $1 AND cookie_hash = $2 AND expires_at > now() RETURNING sealed",
    [stateHash, hashToken(token)],
  );
  return rows[0] ? (flowShape.safeParse(await openValue(rows[0].sealed, FLOW_SECONDS)).data ?? null) : null;
}

/** Names the cookie of a flow without disclosing its state. */
const cookieName = (stateHash: string): string => stateHash.slice(0, 16);

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
  await saveFlow(flow);
  return url.href;
}

/** Stores a flow under the hash of its state, and deletes expired flows and the oldest ones above the limits. */
async function saveFlow(flow: Flow, { pool }: Pooled = database()): Promise<void> {
  const [stateHash, token, cookies] = [hashToken(flow.state), newToken(), await flowCookies()];
  const excess = cookies.all().slice(0, 1 - MAX_IN_BROWSER);
  for (const { name } of excess) cookies.delete(name);
  await pool.query(
    `DELETE FROM provider_flows WHERE expires_at < now() OR cookie_hash = ANY ($1) OR state_hash IN (
       SELECT state_hash FROM provider_flows ORDER BY expires_at DESC OFFSET ${MAX_OPEN - 1})`,
    [excess.map((cookie) => hashToken(cookie.token))],
  );
  await pool.query(
    `INSERT INTO provider_flows (state_hash, cookie_hash, sealed, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => ${FLOW_SECONDS}))`,
    [stateHash, hashToken(token), await sealValue(flow, FLOW_SECONDS)],
  );
  cookies.save(cookieName(stateHash), token);
}

export const callbackUrl = (): string => `${env().APP_ORIGIN}${CALLBACK}`;
