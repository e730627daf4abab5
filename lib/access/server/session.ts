import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SessionTimes } from "#lib/access/contract/user.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { openSeal, SESSION_COOKIE, sealSession, sessionSeconds } from "./session-seal.ts";
import { findSession, newToken, revokeSession, type Session, touchSession } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";

const BROWSER = "__Host-cotejo-browser";
const BROWSER_SECONDS = 365 * 24 * 60 * 60;
const FLOW = "__Host-cotejo-flow-";
/** A sign-in at the provider that takes longer has to begin again. */
export const FLOW_SECONDS = 10 * 60;

const COOKIE_OPTIONS = { httpOnly: true, secure: true, sameSite: "lax", path: "/" } as const;

/** The sealed cookie of the current request: a random token and nothing else. */
export async function sessionCookie() {
  const [jar, maxAge] = [await cookies(), sessionSeconds().absolute];
  const cookie = {
    id: await openSeal(jar.get(SESSION_COOKIE)?.value),
    /** From now on the cookie holds this token. */
    async renew(token: string) {
      cookie.id = token;
      await cookie.save();
    },
    async save() {
      jar.set(SESSION_COOKIE, await sealSession(cookie.id), { ...COOKIE_OPTIONS, maxAge });
    },
    destroy() {
      cookie.id = undefined;
      jar.set(SESSION_COOKIE, "", { ...COOKIE_OPTIONS, maxAge: 0 });
    },
  };
  return cookie;
}

/** The cookie by which a browser is recognised after a sign-in. It grants no access. */
export async function browserCookie() {
  const jar = await cookies();
  return {
    token: jar.get(BROWSER)?.value.slice(0, 100) || null,
    save: (token: string) => jar.set(BROWSER, token, { ...COOKIE_OPTIONS, maxAge: BROWSER_SECONDS }),
    /** The token of the browser. A browser without a token gets a session cookie: challenges are bound to the token. */
    ensure(): string {
      const token = this.token ?? newToken();
      if (!this.token) jar.set(BROWSER, token, COOKIE_OPTIONS);
      return token;
    },
  };
}

/** Signs the request's browser in and makes it known. The session that its cookie held before ends. */
export async function enterBrowser(signIn: (browser: string) => Promise<SignedIn>): Promise<SignedIn["user"]> {
  const [cookie, browser] = await Promise.all([sessionCookie(), browserCookie()]);
  const signedIn = await signIn(browser.ensure());
  if (cookie.id) await revokeSession(cookie.id);
  await cookie.renew(signedIn.token);
  browser.save(signedIn.browser);
  return signedIn.user;
}

/**
 * Cookies that bind flows at the provider to the browser in which they began. Each flow has its own cookie, so that two tabs
 * do not overwrite each other's flow.
 */
export async function flowCookies() {
  const jar = await cookies();
  const put = (name: string, token: string, maxAge: number) =>
    jar.set(`${FLOW}${name}`, token, { ...COOKIE_OPTIONS, maxAge });
  return {
    /** In the browser's order, which is oldest first (RFC 6265 §5.4). */
    all: () =>
      jar
        .getAll()
        .filter(({ name }) => name.startsWith(FLOW))
        .map(({ name, value }) => ({ name: name.slice(FLOW.length), token: value })),
    get: (name: string) => jar.get(`${FLOW}${name}`)?.value,
    save: (name: string, token: string) => put(name, token, FLOW_SECONDS),
    delete: (name: string) => put(name, "", 0),
  };
}

/** The session of the current request, from the database for each request, so that a revoked session ends at once. */
export const currentSession = cache(async (): Promise<Session | null> => {
  const { id } = await sessionCookie();
  return id ? findSession(id) : null;
});

export const publicUser = ({ email, name, role }: SessionUser): SessionUser => ({ email, name, role });

/** The address of the sign-in page, which leads back to this path. */
export const signInAddress = (path: string): string =>
  path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;

/** The only page for a user who first has to set up a second factor or change their password. */
const ACCOUNT_PAGE = "/account";

/**
 * For pages: the session, or a redirect to the sign-in page and back. A user who first has to set up a second factor or
 * change their password is redirected to the account page. Opening a page counts as activity.
 */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  const path = (await headers()).get("x-cotejo-path") ?? "/";
  if (!session) redirect(signInAddress(path));
  const { mustEnrol, mustChangePassword } = session;
  if ((mustEnrol || mustChangePassword) && path.split("?")[0] !== ACCOUNT_PAGE) redirect(ACCOUNT_PAGE);
  await touchSession(session.idHash);
  return session;
}

export const timesOf = ({ idleIn, endsIn }: Pick<Session, "idleIn" | "endsIn">): SessionTimes => ({
  idle_in: Math.max(0, Math.floor(idleIn)),
  idle_limit: sessionSeconds().idle,
  ends_in: Math.max(0, Math.floor(endsIn)),
});
