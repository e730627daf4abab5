import { createHmac } from "node:crypto";
import { hashKey } from "#lib/core/server/vault/hash-key.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The key of the marks; there is none while nothing was ever erased here. */
const MARK_KEY = hashKey("erasure_key", "erasure", LOCKS.erasureKey);

/** Creates the key before the first erasure, in a transaction of its own: it must be committed before it is cached. */
export const createMarkKey = MARK_KEY.create;

/** The mark of an id: its HMAC-SHA256, which reveals no id without the key. */
export type MarkOf = (id: string) => Buffer;

export const markedBy =
  (key: Buffer): MarkOf =>
  (id) =>
    createHmac("sha256", key).update(id).digest();

/** The key itself, for the log that outlives this database; null while nothing was ever erased here. */
export const findMarkKey = MARK_KEY.find;

/** How ids are marked; null while nothing was ever erased here. */
export async function findMarks(client: Client): Promise<MarkOf | null> {
  const key = await MARK_KEY.find(client);
  return key && markedBy(key);
}

/** The cached marks, without a query; null also while this process has not loaded the key. */
export const rememberedMarks = (): MarkOf | null => {
  const key = MARK_KEY.remembered();
  return key && markedBy(key);
};

/**
 * SQL that is true if an id, by its mark in this parameter, was not erased. With a null mark it is false as soon as any
 * id was erased, so that the caller loads the key.
 */
export const notErased = (mark: string): string =>
  `NOT EXISTS (SELECT FROM erased_verifications WHERE ${mark}::bytea IS NULL OR id_hash = ${mark})`;

export const notBlocked = (mark: string): string =>
  `NOT EXISTS (SELECT FROM blocked_verifications WHERE ${mark}::bytea IS NULL OR id_hash = ${mark})`;

export async function markOf(client: Client, verification_id: string): Promise<Buffer | null> {
  return (await findMarks(client))?.(verification_id) ?? null;
}

/** Whether a verification was erased here and has not been imported since. */
export async function isErased(client: Client, verification_id: string): Promise<boolean> {
  const mark = await markOf(client, verification_id);
  if (!mark) return false;
  return (await client.query("SELECT FROM erased_verifications WHERE id_hash = $1", [mark])).rowCount === 1;
}

export const erased = () =>
  new CotejoError("ERASED", 410, "This verification was erased here. Only adding it again by its id brings it back.");

export const blocked = () =>
  new CotejoError("BLOCKED", 410, "This verification is blocked here until its period ends. Nothing brings it back.");

/** Whether a verification is blocked here: it was erased while it had to be kept. */
export async function isBlocked(client: Client, verification_id: string): Promise<boolean> {
  const { rows } = await client.query<{ verification_id: string | null; id_hash: Buffer }>(BLOCKED, [verification_id]);
  if (rows.some((row) => row.verification_id !== null)) return true;
  const mark = rows.length > 0 ? await markOf(client, verification_id) : null;
  return mark !== null && rows.some(({ id_hash }) => id_hash.equals(mark));
}

/** After a restore there may be marks without an id. */
const BLOCKED = `
  SELECT verification_id, id_hash FROM blocked_verifications WHERE verification_id = $1
  UNION ALL SELECT verification_id, id_hash FROM blocked_verifications WHERE verification_id IS NULL`;

/** The longest identifier (`lib/platform/contract/text.ts`). */
const MAX_ID_LENGTH = 200;

/** Separators of words in prose, or in a body that is not JSON. */
const SEPARATORS = /[\s"'`<>(){}[\],;=&|\\]+/;
const PUNCTUATION_AT_ENDS = /^[.:!?/]+|[.:!?/]+$/g;

/**
 * All texts of a body that may be an id: strings and field names, whole and by word. For a delivery whose verification
 * is unknown; a body that is not JSON counts as prose.
 */
export function mentionedIds(body: Uint8Array): Set<string> {
  const text = Buffer.from(body).toString("utf8");
  const found = new Set<string>();
  const add = (candidate: string) => {
    if (candidate.length > 0 && candidate.length <= MAX_ID_LENGTH) found.add(candidate);
  };
  const addProse = (prose: string) => {
    add(prose);
    for (const word of prose.split(SEPARATORS)) {
      add(word);
      add(word.replace(PUNCTUATION_AT_ENDS, ""));
    }
  };
  const waiting = [parsed(text)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string") addProse(value);
    else if (typeof value === "number") add(String(value));
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) waiting.push(name, inner);
    }
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
