import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#lib/server/content-security-policy.ts";

/** A worker keeps the policy of its own file, not that of the page that starts it. */
const PDF_WORKER = /^\/_next\/static\/media\/pdf\.worker\.min\.[\w.~-]+\.mjs$/;

const developing = process.env.NODE_ENV === "development";

/**
 * The policy of every answer, with a nonce a request. It decides nothing about access: sessions and roles are checked in
 * the data functions (design §8), since what runs before a route can be bypassed.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const worker = PDF_WORKER.test(request.nextUrl.pathname);
  const policy = contentSecurityPolicy(nonce, { developing, worker });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Where to return after signing in. Never taken from the client: it is set here on every request.
  headers.set("x-cotejo-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Not before handlers that take large bodies: Next holds what comes of a body for whatever runs here, before anybody has
 * looked at the session. Their answers have the policy of `lib/dashboard/server.ts`, which lets nothing run.
 */
export const config = { matcher: ["/((?!api/verifications/import$|api/deliveries/signature-check$).*)"] };
