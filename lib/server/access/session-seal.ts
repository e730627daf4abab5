import { hash, hkdfSync } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { env, supplied } from "#lib/server/base/env.ts";

/** The prefix makes the browser insist on Secure, Path=/ and no Domain; browsers treat http://localhost as secure. */
export const SESSION_COOKIE = "__Host-cotejo";

/**
 * The sealing password and all opening ones, by numbers derived from the secrets themselves, not from their positions.
 */
type Passwords = { sealing: Record<string, string>; opening: Record<string, string> };

let passwords: Passwords | undefined;

function sealPasswords(): Passwords {
  passwords ??= passwordsOf(supplied("COTEJO_SECRET"));
  return passwords;
}

/** The first secret seals; cookies sealed with any of them open, so that a new secret signs no one out. */
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
 * The last opened seals, by their hash. Opening one takes several turns of other threads, a third of the cost of a
 * small request. Only the session's row, which is read each time, shows whether it is still open.
 */
const opened = new Map<string, { id: string; until: number }>();
const MAX_OPENED = 1_000;

/** The sealed token; undefined if it was not sealed here, or too long ago. */
export async function openSeal(seal: string | undefined): Promise<string | undefined> {
  if (!seal) return undefined;
  const key = hash("sha256", seal);
  const known = opened.get(key);
  if (known && Date.now() < known.until) return known.id;
  opened.delete(key);
  const { id } = await unsealData<Sealed>(seal, { password: sealPasswords().opening, ttl: sessionSeconds().absolute });
  if (typeof id !== "string") return undefined;
  const [oldest] = opened.size >= MAX_OPENED ? opened.keys() : [];
  if (oldest !== undefined) opened.delete(oldest);
  opened.set(key, { id, until: expiryOf(seal) });
  return id;
}

/** A sign-in at the provider that takes longer begins again. */
export const FLOW_SECONDS = 10 * 60;

/** A sealed object of other use than a session: it holds no `id`, so that neither passes for the other. */
export const sealFlow = (flow: object): Promise<string> =>
  sealData(flow, { password: sealPasswords().sealing, ttl: FLOW_SECONDS });

/** What was sealed; an empty object if it was not sealed here, or too long ago. */
export const openFlow = (seal: string): Promise<unknown> =>
  unsealData(seal, { password: sealPasswords().opening, ttl: FLOW_SECONDS });

/** When a seal that was opened ends, in milliseconds: the sixth of its parts, which the signature covers. */
const expiryOf = (seal: string): number => Number(seal.split("*")[5]);

/**
 * How long sessions last, in seconds: without anybody doing anything, and in all (OWASP: 15 to 30 minutes, 4 to 8
 * hours).
 */
export function sessionSeconds(): { idle: number; absolute: number } {
  const { SESSION_IDLE_MINUTES, SESSION_HOURS } = env();
  return { idle: Math.round(SESSION_IDLE_MINUTES * 60), absolute: Math.round(SESSION_HOURS * 3600) };
}
