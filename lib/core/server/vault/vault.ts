import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { env, supplied } from "#lib/platform/server/base/env.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, findRow, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** An encryption key, and the id of the secret from which it was derived. */
type SealingKey = { id: string; key: Buffer };

/** Keys of a `COTEJO_SECRET`; `receiver` is a derived key for the receiver, which does not have the secret. */
type MasterKey = SealingKey & { fingerprintKey: Buffer; signatureKey: Buffer; receiver: SealingKey };

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "cotejo", purpose, 32));

/** The id is a hash of a derived value, so that a row names the secret it needs without disclosing it. */
function sealingKey(secret: string): SealingKey {
  const id = hash("sha256", derive(secret, "vault name")).slice(0, 16);
  return { id, key: derive(secret, "vault encryption") };
}

/** The `COTEJO_RECEIVER_SECRET` of a master secret, which cannot be computed from it. */
export const receiverSecret = (secret: string): string => derive(secret, "receiver secret").toString("base64url");

export const masterKey = (secret: string): MasterKey => ({
  ...sealingKey(secret),
  fingerprintKey: derive(secret, "vault fingerprint"),
  signatureKey: derive(secret, "backup signature"),
  receiver: sealingKey(receiverSecret(secret)),
});

export type MasterKeys = readonly MasterKey[];

/** The keys of a comma-separated `COTEJO_SECRET`, the encrypting one first. */
export const masterKeysOf = (secrets: string): MasterKey[] => secrets.split(",").map((part) => masterKey(part.trim()));

let keys: MasterKeys | undefined;

/** Sets the master secrets of a process without them in its environment, such as a command of the launcher. */
export const setMasterKeys = (masters: MasterKeys): void => {
  keys = masters;
};

/** The master secrets of this process, the encrypting one first (design §6, Vault). */
export function masterKeys(): MasterKeys {
  keys ??= supplied("COTEJO_SECRET").map(masterKey);
  return keys;
}

/** The keys that open values in this process. The receiver's keys open only the copies made for it. */
function openingKeys(): readonly SealingKey[] {
  const { COTEJO_RECEIVER_SECRET: ofReceiver = [] } = env();
  if (!keys && !env().COTEJO_SECRET && ofReceiver.length > 0) return ofReceiver.map(sealingKey);
  return masterKeys();
}

/** A keyed hash, by which a value is recognised without being stored: `<id of the master secret>:<12 hex digits>`. */
export function fingerprint(value: string, key: MasterKey | undefined = masterKeys()[0]): string {
  if (!key) throw new Error("no master secret");
  return `${key.id}:${createHmac("sha256", key.fingerprintKey).update(value).digest("hex").slice(0, 12)}`;
}

export type SecretKind =
  | "api_key"
  | "webhook_secret"
  | "service_token"
  | "erasure_key"
  | "review_key"
  | "evidence_key"
  | "pdf_key"
  | "totp_secret"
  | "channel_secret"
  | "channel_address";

/** The kinds of secrets that the receiver decrypts, to verify deliveries and to recognise erased verifications. */
const RECEIVER_KINDS: readonly string[] = ["webhook_secret", "erasure_key"] satisfies SecretKind[];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The AAD: a ciphertext in another row or with another owner cannot be decrypted. */
const boundTo = (id: string, kind: string, owner: string): Buffer => Buffer.from(JSON.stringify([id, kind, owner]));

/** The reason why a secret could not be opened, and the remedy, without its contents. */
export class VaultError extends CotejoError {
  override name = "VaultError";

  constructor(message: string) {
    super("INTERNAL_SERVER_ERROR", 500, message);
  }
}

function encryptingOf([master]: MasterKeys): MasterKey {
  if (!master) throw new VaultError("There is no COTEJO_SECRET to encrypt with.");
  return master;
}

type SecretOwner = { id: string; kind: string; owner: string };
type SealedSecret = { master_id: string; nonce: Buffer; ciphertext: Buffer };
type SecretRow = SecretOwner &
  SealedSecret & {
    /** Key id of the copy for the receiver; null for other kinds, and in rows of older versions. */
    receiver_master_id: string | null;
    receiver_nonce: Buffer | null;
    receiver_ciphertext: Buffer | null;
  };

function seal(row: SecretOwner, value: string, { id, key }: SealingKey): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(row.id, row.kind, row.owner));
  const ciphertext = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { master_id: id, nonce, ciphertext };
}

function open(row: SecretOwner, { master_id, nonce, ciphertext }: SealedSecret, keys: readonly SealingKey[]): string {
  const opening = keys.find(({ id }) => id === master_id);
  if (!opening) {
    throw new VaultError(
      `A stored secret was encrypted under another COTEJO_SECRET (named ${master_id}): add that one as the second.`,
    );
  }
  try {
    const sealed = ciphertext.subarray(0, -TAG_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", opening.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(row.id, row.kind, row.owner))
      .setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    throw new VaultError("A stored secret was altered or belongs to another row.");
  }
}

/** The copy for the receiver if these keys open only that, else the main ciphertext. */
function sealedFor(row: SecretRow, keys: readonly SealingKey[]): SealedSecret {
  const { receiver_master_id: master_id, receiver_nonce: nonce, receiver_ciphertext: ciphertext } = row;
  const opensCopy = keys.some(({ id }) => id === master_id) && !keys.some(({ id }) => id === row.master_id);
  return opensCopy && master_id && nonce && ciphertext ? { master_id, nonce, ciphertext } : row;
}

function sealedColumns(row: SecretOwner, value: string, master: MasterKey): (string | Buffer | null)[] {
  const own = seal(row, value, master);
  const copy = RECEIVER_KINDS.includes(row.kind) ? seal(row, value, master.receiver) : null;
  const ofCopy = [copy?.master_id ?? null, copy?.nonce ?? null, copy?.ciphertext ?? null];
  return [own.master_id, own.nonce, own.ciphertext, ...ofCopy];
}

/** An encrypted value in a file: the id of its master secret, and base64. */
export type SealedValue = { master: string; nonce: string; ciphertext: string };

const inFile = (purpose: string) => ({ id: "file", kind: purpose, owner: "installation" });

/** Encrypts a value for a file, under the first master secret. */
export function sealForFile(purpose: string, value: string, masters: readonly MasterKey[] = masterKeys()): SealedValue {
  const master = encryptingOf(masters);
  const { nonce, ciphertext } = seal(inFile(purpose), value, master);
  return { master: master.id, nonce: nonce.toString("base64"), ciphertext: ciphertext.toString("base64") };
}

/** Decrypts a value of `sealForFile`. Throws VaultError. */
export function openFromFile(
  purpose: string,
  { master, nonce, ciphertext }: SealedValue,
  masters: readonly MasterKey[] = masterKeys(),
): string {
  const sealed = { nonce: Buffer.from(nonce, "base64"), ciphertext: Buffer.from(ciphertext, "base64") };
  return open(inFile(purpose), { master_id: master, ...sealed }, masters);
}

/** An HMAC-SHA-256 (64 hex digits) of a file's text, and the id of the master secret of its key. */
export type FileSignature = { master: string; hmac: string };

const hmacOf = (text: Buffer, { signatureKey }: MasterKey): Buffer =>
  createHmac("sha256", signatureKey).update(text).digest();

/** Signs a file's text under the first master secret; null without one. */
export const signForFile = (text: Buffer, [master]: MasterKeys = masterKeys()): FileSignature | null =>
  master ? { master: master.id, hmac: hmacOf(text, master).toString("hex") } : null;

/** Checks a signature of `signForFile`; `foreign` if it is of none of these master secrets. */
export function checkFileSignature(
  text: Buffer,
  { master, hmac }: FileSignature,
  masters: MasterKeys,
): "signed" | "altered" | "foreign" {
  const signing = masters.find(({ id }) => id === master);
  if (!signing) return "foreign";
  return timingSafeEqual(hmacOf(text, signing), Buffer.from(hmac, "hex")) ? "signed" : "altered";
}

/**
 * Stores a secret encrypted (AES-256-GCM, with a nonce, bound to its row) and returns its id. Secrets of the receiver
 * get a second ciphertext, under the receiver's derived key; older versions read the first.
 */
export async function sealSecret(
  client: Client,
  input: { kind: SecretKind; owner: string; value: string },
  masters: readonly MasterKey[] = masterKeys(),
): Promise<string> {
  const master = encryptingOf(masters);
  const row = { id: randomUUID(), kind: input.kind, owner: input.owner };
  await client.query(
    `INSERT INTO vault_secrets (id, kind, owner, master_id, nonce, ciphertext,
       receiver_master_id, receiver_nonce, receiver_ciphertext)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, row.kind, row.owner, ...sealedColumns(row, input.value, master)],
  );
  return row.id;
}

export async function findSecret(client: Client, kind: SecretKind, owner: string): Promise<string | null> {
  const text = "SELECT id FROM vault_secrets WHERE kind = $1 AND owner = $2";
  return (await findRow<{ id: string }>(client, text, [kind, owner]))?.id ?? null;
}

/** Decrypts a secret. Throws VaultError if it is gone, was altered, or needs another master secret. */
export async function openSecret(
  client: Client,
  id: string,
  keys: readonly SealingKey[] = openingKeys(),
): Promise<string> {
  const row = await findRow<SecretRow>(client, "SELECT * FROM vault_secrets WHERE id = $1", [id]);
  if (!row) throw new VaultError("There is no such secret.");
  return open(row, sealedFor(row, keys), keys);
}

export async function deleteSecret(client: Client, id: string): Promise<void> {
  await client.query("DELETE FROM vault_secrets WHERE id = $1", [id]);
}

/**
 * Encrypts the values of other master secrets again under the first, adds missing copies for the receiver, and returns
 * the number of changes. Run it in a transaction, once the new secret is deployed everywhere (design §6, Vault).
 */
export async function reencryptAll(client: Client, masters: readonly MasterKey[] = masterKeys()): Promise<number> {
  const master = encryptingOf(masters);
  const { rows } = await client.query<SecretRow>(
    `SELECT * FROM vault_secrets WHERE master_id <> $1 OR (kind = ANY($2) AND receiver_master_id IS DISTINCT FROM $3)
     FOR UPDATE`,
    [master.id, RECEIVER_KINDS, master.receiver.id],
  );
  for (const row of rows) {
    await client.query(
      `UPDATE vault_secrets SET master_id = $2, nonce = $3, ciphertext = $4,
         receiver_master_id = $5, receiver_nonce = $6, receiver_ciphertext = $7 WHERE id = $1`,
      [row.id, ...sealedColumns(row, open(row, row, masters), master)],
    );
  }
  return rows.length;
}

/** Keys with a stored value. Deleted keys keep an old fingerprint, which is never queried. */
const STALE_FINGERPRINTS = `
  SELECT key.id, secret.id AS secret_id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE NOT starts_with(key.fingerprint, $1) FOR UPDATE OF key`;

/**
 * Encrypts all values of the vault and computes all fingerprints again with the first master secret, in one transaction
 * (design §6, Vault). Afterwards the others are unused. Returns the numbers of values that were under another master
 * secret. Throws VaultError with the id of a missing one.
 */
export async function moveToFirstMaster({ pool }: Pooled, masters: readonly MasterKey[] = masterKeys()) {
  return inTransaction(pool, async (tx) => {
    const secrets = await reencryptAll(tx, masters);
    const [first] = masters;
    const { rows } = await tx.query<{ id: string; secret_id: string }>(STALE_FINGERPRINTS, [`${first?.id}:`]);
    for (const { id, secret_id } of rows) {
      const value = await openSecret(tx, secret_id, masters);
      await tx.query("UPDATE dashboard_keys SET fingerprint = $2 WHERE id = $1", [id, fingerprint(value, first)]);
    }
    return { secrets, fingerprints: rows.length };
  });
}
