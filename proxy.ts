import { type NextRequest, NextResponse } from "next/server";
import { currentSession, signInAddress } from "#lib/access/server/session.ts";
import { PUBLIC_FILES } from "#lib/platform/server/http/public-files.ts";
import { contentSecurityPolicy } from "#lib/platform/server/http/security-headers.ts";

/** A worker has the policy of its own file, not of the page that starts it. */
const PDF_WORKER = /^\/_next\/static\/media\/pdf\.worker\.min\.[\w.~-]+\.mjs$/;

const developing = process.env.NODE_ENV === "development";

/** Paths that need no session here: handlers check the session themselves, and files contain no personal data. */
const OPEN =
  /^\/(api|scim|_next\/static)(\/|$)|^\/(login|signed-in|setup|invitation|reset|\.well-known\/security\.txt)$/;
const isOpen = (path: string): boolean => OPEN.test(path) || PUBLIC_FILES.has(path);

/**
 * Sets the policy of every answer, with a nonce for each request. A visitor without a session is redirected to the sign-in
 * page before any page is rendered. The redirect saves work and is no access control: the data functions check sessions and
 * roles (design §8), since code that runs before a route can be bypassed.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const path = `${pathname}${search}`;
  if (!isOpen(pathname) && (await isSignedOut())) {
    // Next needs a whole address here and sends the part after the origin.
    return NextResponse.redirect(new URL(signInAddress(path), request.url));
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const worker = PDF_WORKER.test(pathname);
  const policy = contentSecurityPolicy(nonce, { developing, worker });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // The address to return to after signing in. Never taken from the client: it is set here on every request.
  headers.set("x-cotejo-path", path);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** If the database does not answer, the page detects that itself, and has a message for it. */
const isSignedOut = async (): Promise<boolean> => (await currentSession().catch(() => undefined)) === null;

/**
 * Excludes handlers with large bodies, and the reports that anybody may send: Next buffers a body for code that runs here,
 * before the session or the size limit is checked. Their answers have the policy of `lib/dashboard/server.ts`, which allows
 * no scripts.
 */
export const config = {
  matcher: ["/((?!api/imports/(?:statements|verifications)$|api/deliveries/signature-check$|api/csp-reports$).*)"],
};
