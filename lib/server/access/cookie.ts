import { createHash, hkdfSync } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { cookies } from "next/headers";
import { env } from "#lib/server/env.ts";
import { sessionSeconds } from "./session-length.ts";

type Sealed = { id?: string };

/** The prefix makes the browser insist on Secure, Path=/ and no Domain; browsers treat http://localhost as secure. */
const SESSION = "__Host-cotejo";
const BROWSER = "__Host-cotejo-browser";
const BROWSER_SECONDS = 365 * 24 * 60 * 60;

const SAFE = { httpOnly: true, secure: true, sameSite: "lax", path: "/" } as const;

/** What seals, and all that open: by numbers that come from the secrets themselves, wherever those stand in their list. */
type Passwords = { sealing: Record<string, string>; opening: Record<string, string> };

let passwords: Passwords | undefined;

function sealPasswords(): Passwords {
  const secrets = env().COTEJO_SECRET;
  if (!secrets) throw new Error("COTEJO_SECRET is supplied by the launcher or the environment");
  passwords ??= passwordsOf(secrets);
  return passwords;
}

/** The first secret seals; a cookie sealed with any of them opens, so that a new one signs nobody out. */
export function passwordsOf(secrets: readonly string[]): Passwords {
  const all = secrets.map((secret) => {
    const password = Buffer.from(hkdfSync("sha256", secret, "", "cotejo session cookie", 32)).toString("base64url");
    const number = createHash("sha256").update(`number of ${password}`).digest().readUIntBE(0, 6);
    return [String(number), password] as const;
  });
  return { sealing: Object.fromEntries(all.slice(0, 1)), opening: Object.fromEntries(all) };
}

/** The sealed cookie of the current request: a random token and nothing else. */
export async function sessionCookie() {
  const [jar, { sealing, opening }, ttl] = [await cookies(), sealPasswords(), sessionSeconds().absolute];
  const seal = jar.get(SESSION)?.value;
  const { id } = seal ? await unsealData<Sealed>(seal, { password: opening, ttl }) : {};
  const cookie = {
    id: typeof id === "string" ? id : undefined,
    async save() {
      jar.set(SESSION, await sealData({ id: cookie.id }, { password: sealing, ttl }), { ...SAFE, maxAge: ttl });
    },
    destroy() {
      cookie.id = undefined;
      jar.set(SESSION, "", { ...SAFE, maxAge: 0 });
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
