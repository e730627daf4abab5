import { type NextRequest, NextResponse } from "next/server";
import { currentSession, signInAddress } from "#lib/server/access/session.ts";
import { PUBLIC_FILES } from "#lib/server/http/public-files.ts";
import { contentSecurityPolicy } from "#lib/server/http/security-headers.ts";

/** A worker keeps the policy of its own file, not that of the page that starts it. */
const PDF_WORKER = /^\/_next\/static\/media\/pdf\.worker\.min\.[\w.~-]+\.mjs$/;

const developing = process.env.NODE_ENV === "development";

/** What is no page for people who are signed in: handlers ask for themselves, and files hold no data. */
const OPEN = /^\/(api|scim|_next\/static)\/|^\/(login|signed-in|setup|invitation|reset|\.well-known\/security\.txt)$/;
const isOpen = (path: string): boolean => OPEN.test(path) || PUBLIC_FILES.has(path);

/**
 * The policy of every answer, with a nonce a request. Whoever is not signed in is sent to the sign-in page before any of a
 * page is rendered. That saves work and decides nothing: sessions and roles are checked in the data functions (design
 * §8), since what runs before a route can be bypassed.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const path = `${pathname}${search}`;
  if (!isOpen(pathname) && (await isSignedOut())) {
    // Next wants a whole address here and sends the part after the origin.
    return NextResponse.redirect(new URL(signInAddress(path), request.url));
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const worker = PDF_WORKER.test(pathname);
  const policy = contentSecurityPolicy(nonce, { developing, worker });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Where to return after signing in. Never taken from the client: it is set here on every request.
  headers.set("x-cotejo-path", path);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Where the database does not answer, the page finds that out, and has the words for it. */
const isSignedOut = async (): Promise<boolean> => (await currentSession().catch(() => undefined)) === null;

/**
 * Not before handlers that take large bodies, or the reports that anybody may send: Next holds what comes of a body for
 * whatever runs here, before anybody has looked at the session or the limit. Their answers have the policy of
 * `lib/dashboard/server.ts`, which lets nothing run.
 */
export const config = {
  matcher: ["/((?!api/imports/verifications$|api/deliveries/signature-check$|api/csp-reports$).*)"],
};
