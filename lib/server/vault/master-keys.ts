import { createHash, createHmac, hkdfSync } from "node:crypto";
import { env } from "#lib/server/env.ts";

/** A `COTEJO_SECRET` as the vault uses it: a name that tells it from others, and what is derived from it. */
export type MasterKey = { id: string; key: Buffer; fingerprintKey: Buffer };

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "cotejo", purpose, 32));

/** The name is a hash of a derived value, so a row tells which secret it needs and nothing about it. */
export function masterKey(secret: string): MasterKey {
  const id = createHash("sha256").update(derive(secret, "vault name")).digest("hex").slice(0, 16);
  return { id, key: derive(secret, "vault encryption"), fingerprintKey: derive(secret, "vault fingerprint") };
}

let keys: MasterKey[] | undefined;

/** The master secrets of this process, the one that encrypts first (design §6, Vault). */
export function masterKeys(): MasterKey[] {
  if (keys) return keys;
  const secrets = env().COTEJO_SECRET;
  if (!secrets) throw new Error("COTEJO_SECRET is supplied by the launcher or the environment");
  keys = secrets.map(masterKey);
  return keys;
}

/** A keyed hash that recognises a value without keeping it: `<name of the master secret>:<12 hex digits>`. */
export function fingerprint(value: string, key: MasterKey | undefined = masterKeys()[0]): string {
  if (!key) throw new Error("no master secret");
  return `${key.id}:${createHmac("sha256", key.fingerprintKey).update(value).digest("hex").slice(0, 12)}`;
}
