import { createHmac } from "node:crypto";
import { CotejoError } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";
import { hashKey } from "#lib/server/vault/hash-key.ts";

/** The key of the marks; there is none while nothing was ever erased here. */
const KEY = hashKey("erasure_key", "erasure", 7_206_455_230);

/**
 * Ensures the key, before the first erasure and in a transaction of its own: it must be committed before it is cached.
 */
export const createMarkKey = KEY.create;

/** The mark of an id: its HMAC-SHA256, which reveals no id without the key. */
export type MarkOf = (id: string) => Buffer;

export const markedBy =
  (key: Buffer): MarkOf =>
  (id) =>
    createHmac("sha256", key).update(id).digest();

/** The key itself, for the log that outlives this database; null while nothing was ever erased here. */
export const findMarkKey = KEY.find;

/** How ids are marked; null while nothing was ever erased here. */
export async function findMarks(client: Client): Promise<MarkOf | null> {
  const key = await KEY.find(client);
  return key && markedBy(key);
}

/** The same without asking: null also where this process has not learnt of an erasure yet. */
export const rememberedMarks = (): MarkOf | null => {
  const key = KEY.remembered();
  return key && markedBy(key);
};

/**
 * SQL that is true if an id, by its mark in this parameter, was not erased. For a caller without marks (null) it is
 * false as soon as there are any, so that the caller loads the key.
 */
export const notErased = (mark: string): string =>
  `NOT EXISTS (SELECT FROM erased_verifications WHERE ${mark}::bytea IS NULL OR id_hash = ${mark})`;

/** The same for blocked ids. */
export const notBlocked = (mark: string): string =>
  `NOT EXISTS (SELECT FROM blocked_verifications WHERE ${mark}::bytea IS NULL OR id_hash = ${mark})`;

/** The mark of an id, for `notErased` and `notBlocked`. */
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

/** As long as an identifier may be (`lib/contract/text.ts`). */
const LONGEST = 200;

/** The separators between words of prose, or of a body that is no JSON. */
const BETWEEN = /[\s"'`<>(){}[\],;=&|\\]+/;
const AT_THE_ENDS = /^[.:!?/]+|[.:!?/]+$/g;

/**
 * Everything in a body that may be an id: texts and names of fields as they are, and the words in them. For a delivery
 * whose verification is not known; a body that is no JSON is taken for prose.
 */
export function mentionedIds(body: Uint8Array): Set<string> {
  const text = Buffer.from(body).toString("utf8");
  const found = new Set<string>();
  const add = (candidate: string) => {
    if (candidate.length > 0 && candidate.length <= LONGEST) found.add(candidate);
  };
  const addProse = (prose: string) => {
    add(prose);
    for (const word of prose.split(BETWEEN)) {
      add(word);
      add(word.replace(AT_THE_ENDS, ""));
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
