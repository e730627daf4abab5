import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { env } from "#lib/server/base/env.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { type Client, type Database, inTransaction } from "#lib/server/db/database.ts";

/** A `COTEJO_SECRET` as the vault uses it: a name that identifies it, and what is derived from it. */
type MasterKey = { id: string; key: Buffer; fingerprintKey: Buffer };

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "cotejo", purpose, 32));

/** The name is a hash of a derived value, so a row says which secret it needs and nothing about it. */
export function masterKey(secret: string): MasterKey {
  const id = createHash("sha256").update(derive(secret, "vault name")).digest("hex").slice(0, 16);
  return { id, key: derive(secret, "vault encryption"), fingerprintKey: derive(secret, "vault fingerprint") };
}

export type MasterKeys = readonly MasterKey[];

let keys: MasterKeys | undefined;

/** Sets the master secrets of a process whose environment does not have them, as a command of the launcher. */
export const setMasterKeys = (masters: MasterKeys): void => {
  keys = masters;
};

/** The master secrets of this process, the one that encrypts first (design §6, Vault). */
export function masterKeys(): MasterKeys {
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

export type SecretKind = "api_key" | "webhook_secret" | "erasure_key" | "review_key" | "totp_secret";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a ciphertext is bound to: moved to another row, or its row to another owner, it no longer opens. */
const boundTo = (id: string, kind: string, owner: string): Buffer => Buffer.from(JSON.stringify([id, kind, owner]));

/** Says why a secret could not be opened, and what has to be done, never what is in it. */
export class VaultError extends CotejoError {
  override name = "VaultError";

  constructor(message: string) {
    super("INTERNAL_SERVER_ERROR", 500, message);
  }
}

const noMaster = () => new VaultError("There is no COTEJO_SECRET to encrypt with.");

type Row = { id: string; kind: string; owner: string; master_id: string; nonce: Buffer; ciphertext: Buffer };

function seal(row: Pick<Row, "id" | "kind" | "owner">, value: string, master: MasterKey) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", master.key, nonce).setAAD(boundTo(row.id, row.kind, row.owner));
  const ciphertext = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { nonce, ciphertext };
}

function open(row: Row, masters: readonly MasterKey[]): string {
  const master = masters.find(({ id }) => id === row.master_id);
  if (!master) {
    throw new VaultError(
      `A stored secret was encrypted under another COTEJO_SECRET (named ${row.master_id}): add that one as the second.`,
    );
  }
  try {
    const sealed = row.ciphertext.subarray(0, -TAG_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", master.key, row.nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(row.id, row.kind, row.owner))
      .setAuthTag(row.ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    throw new VaultError("A stored secret was altered or belongs to another row.");
  }
}

/** A secret that is kept in a file: the name of its master secret, and base64. */
export type SealedValue = { master: string; nonce: string; ciphertext: string };

/** A value in a file is bound to what it is for. */
const inFile = (purpose: string) => ({ id: "file", kind: purpose, owner: "installation" });

/** Encrypts a value for a file, under the first master secret. */
export function sealForFile(purpose: string, value: string, masters: readonly MasterKey[] = masterKeys()): SealedValue {
  const [master] = masters;
  if (!master) throw noMaster();
  const { nonce, ciphertext } = seal(inFile(purpose), value, master);
  return { master: master.id, nonce: nonce.toString("base64"), ciphertext: ciphertext.toString("base64") };
}

/** Opens what `sealForFile` has made. Throws VaultError. */
export function openFromFile(
  purpose: string,
  { master, nonce, ciphertext }: SealedValue,
  masters: readonly MasterKey[] = masterKeys(),
): string {
  const sealed = { nonce: Buffer.from(nonce, "base64"), ciphertext: Buffer.from(ciphertext, "base64") };
  return open({ ...inFile(purpose), master_id: master, ...sealed }, masters);
}

/** Stores a secret encrypted (AES-256-GCM, a nonce each, bound to its row) and returns its id. */
export async function sealSecret(
  client: Client,
  input: { kind: SecretKind; owner: string; value: string },
  masters: readonly MasterKey[] = masterKeys(),
): Promise<string> {
  const [master] = masters;
  if (!master) throw noMaster();
  const row = { id: randomUUID(), kind: input.kind, owner: input.owner };
  const { nonce, ciphertext } = seal(row, input.value, master);
  await client.query(
    "INSERT INTO vault_secrets (id, kind, owner, master_id, nonce, ciphertext) VALUES ($1, $2, $3, $4, $5, $6)",
    [row.id, row.kind, row.owner, master.id, nonce, ciphertext],
  );
  return row.id;
}

/** Opens a secret. Throws VaultError when it is gone, was altered, or needs another master secret. */
export async function openSecret(
  client: Client,
  id: string,
  masters: readonly MasterKey[] = masterKeys(),
): Promise<string> {
  const { rows } = await client.query<Row>("SELECT * FROM vault_secrets WHERE id = $1", [id]);
  const [row] = rows;
  if (!row) throw new VaultError("There is no such secret.");
  return open(row, masters);
}

export async function deleteSecret(client: Client, id: string): Promise<void> {
  await client.query("DELETE FROM vault_secrets WHERE id = $1", [id]);
}

/**
 * Encrypts anew under the first master secret everything that another one encrypted, and returns how many that were.
 * Run it in a transaction, after the new master secret was deployed everywhere (design §6, Vault).
 */
export async function reencryptAll(client: Client, masters: readonly MasterKey[] = masterKeys()): Promise<number> {
  const [master] = masters;
  if (!master) throw noMaster();
  const { rows } = await client.query<Row>("SELECT * FROM vault_secrets WHERE master_id <> $1 FOR UPDATE", [master.id]);
  for (const row of rows) {
    const { nonce, ciphertext } = seal(row, open(row, masters), master);
    await client.query("UPDATE vault_secrets SET master_id = $2, nonce = $3, ciphertext = $4 WHERE id = $1", [
      row.id,
      master.id,
      nonce,
      ciphertext,
    ]);
  }
  return rows.length;
}

/** How many were under another master secret. */
export type Moved = { secrets: number; fingerprints: number };

/**
 * Keys whose value is stored still: of one that was deleted nothing but its old fingerprint is left, which is never queried.
 */
const STALE = `
  SELECT key.id, secret.id AS secret_id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE NOT starts_with(key.fingerprint, $1) FOR UPDATE OF key`;

/**
 * Puts everything that was made with another master secret under the first (design §6, Vault), all or nothing: values of
 * the vault are encrypted anew, fingerprints of keys taken anew. Afterwards the others are needed no more. Throws
 * VaultError, which names the missing one, where one of them is not there.
 */
export async function moveToFirstMaster(
  { pool }: Pick<Database, "pool">,
  masters: readonly MasterKey[] = masterKeys(),
): Promise<Moved> {
  return inTransaction(pool, async (tx) => {
    const secrets = await reencryptAll(tx, masters);
    const [first] = masters;
    const { rows } = await tx.query<{ id: string; secret_id: string }>(STALE, [`${first?.id}:`]);
    for (const { id, secret_id } of rows) {
      const value = await openSecret(tx, secret_id, masters);
      await tx.query("UPDATE dashboard_keys SET fingerprint = $2 WHERE id = $1", [id, fingerprint(value, first)]);
    }
    return { secrets, fingerprints: rows.length };
  });
}
