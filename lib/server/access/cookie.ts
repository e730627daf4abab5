import { cookies } from "next/headers";
import { sessionSeconds } from "./session-length.ts";
import { openSeal, SESSION_COOKIE, sealSession } from "./session-seal.ts";

const BROWSER = "__Host-cotejo-browser";
const BROWSER_SECONDS = 365 * 24 * 60 * 60;

const SAFE = { httpOnly: true, secure: true, sameSite: "lax", path: "/" } as const;

/** The sealed cookie of the current request: a random token and nothing else. */
export async function sessionCookie() {
  const [jar, maxAge] = [await cookies(), sessionSeconds().absolute];
  const cookie = {
    id: await openSeal(jar.get(SESSION_COOKIE)?.value),
    async save() {
      jar.set(SESSION_COOKIE, await sealSession(cookie.id), { ...SAFE, maxAge });
    },
    destroy() {
      cookie.id = undefined;
      jar.set(SESSION_COOKIE, "", { ...SAFE, maxAge: 0 });
    },
  };
  return cookie;
}

/** What this browser is known by, once somebody has signed in with it. It opens nothing. */
export async function browserCookie() {
  const jar = await cookies();
  return {
    token: jar.get(BROWSER)?.value.slice(0, 100) || null,
    save: (token: string) => jar.set(BROWSER, token, { ...SAFE, maxAge: BROWSER_SECONDS }),
  };
}
