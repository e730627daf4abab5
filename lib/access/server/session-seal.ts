import { hash, hkdfSync } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { env, supplied } from "#lib/platform/server/base/env.ts";

/** The prefix makes the browser insist on Secure, Path=/ and no Domain; browsers treat http://localhost as secure. */
export const SESSION_COOKIE = "__Host-cotejo";

/** The password that seals and all that open, by numbers derived from the secrets themselves, not from their positions. */
type Passwords = { sealing: Record<string, string>; opening: Record<string, string> };

let passwords: Passwords | undefined;

function sealPasswords(): Passwords {
  passwords ??= passwordsOf(supplied("COTEJO_SECRET"));
  return passwords;
}

/** The first secret seals; each secret opens its cookies, so that a new secret signs no one out. */
export function passwordsOf(secrets: readonly string[]): Passwords {
  const all = secrets.map((secret) => {
    const password = Buffer.from(hkdfSync("sha256", secret, "", "cotejo session cookie", 32)).toString("base64url");
    const number = hash("sha256", `number of ${password}`, "buffer").readUIntBE(0, 6);
    return [String(number), password] as const;
  });
  return { sealing: Object.fromEntries(all.slice(0, 1)), opening: Object.fromEntries(all) };
}

type Sealed = { id?: string };

export const sealSession = (id: string | undefined): Promise<string> =>
  sealData({ id } satisfies Sealed, { password: sealPasswords().sealing, ttl: sessionSeconds().absolute });

/**
 * A cache of the last opened seals, by their hash: opening a seal uses the thread pool several times, a third of the cost of
 * a small request. The session's row is read for each request and shows whether the session is still open.
 */
const openedSeals = new Map<string, { id: string; until: number }>();
const MAX_OPENED_SEALS = 1_000;

/** The sealed token; undefined if the seal is not ours or has expired. */
export async function openSeal(seal: string | undefined): Promise<string | undefined> {
  if (!seal) return undefined;
  const key = hash("sha256", seal);
  const known = openedSeals.get(key);
  if (known && Date.now() < known.until) return known.id;
  openedSeals.delete(key);
  const { id } = await unsealData<Sealed>(seal, { password: sealPasswords().opening, ttl: sessionSeconds().absolute });
  if (typeof id !== "string") return undefined;
  const [oldest] = openedSeals.size >= MAX_OPENED_SEALS ? openedSeals.keys() : [];
  if (oldest !== undefined) openedSeals.delete(oldest);
  openedSeals.set(key, { id, until: expiryOf(seal) });
  return id;
}

/** Seals a value for the database. It has no `id`, so that it cannot pass for a session. */
export const sealValue = (value: object, seconds: number): Promise<string> =>
  sealData(value, { password: sealPasswords().sealing, ttl: seconds });

/** The value of `sealValue`; an empty object if the seal is not ours or has expired. */
export const openValue = (seal: string, seconds: number): Promise<unknown> =>
  unsealData(seal, { password: sealPasswords().opening, ttl: seconds });

/** The expiry of an opened seal in milliseconds: its sixth part, which the signature covers. */
const expiryOf = (seal: string): number => Number(seal.split("*")[5]);

/** The limits of a session in seconds: without activity, and in all (OWASP: 15 to 30 minutes, 4 to 8 hours). */
export function sessionSeconds(): { idle: number; absolute: number } {
  const { SESSION_IDLE_MINUTES, SESSION_HOURS } = env();
  return { idle: Math.round(SESSION_IDLE_MINUTES * 60), absolute: Math.round(SESSION_HOURS * 3600) };
}
