import { isRecord } from "#lib/contract/answer.ts";
import { isExactNumber } from "#lib/contract/exact-numbers.ts";
import { replaced } from "#lib/contract/text.ts";
import { parseInstant } from "#lib/contract/time.ts";

/** The end of a name, of which only letters and digits count: `webhook_secret`, `X-Api-Key`. */
const SECRET_NAME = /(secret|apikey|password|authorization)$/;

/** A signed file address is kept as its existence and its expiry, without the address. */
export type FileMark = { available: boolean; expires_at: string | null };

/**
 * An answer of the service as it may be stored (design §4, Snapshots): `curp_file` becomes a mark, every other address
 * loses user, query and fragment, and secrets go. Key order is kept.
 */
export function redact(answer: unknown): unknown {
  return mapValues(answer, (address) => markFile(address));
}

/**
 * The part of a redacted answer that is compared: all but the expiry of its file addresses, since the service may sign
 * them anew at each read (interface, CURP lookup result).
 */
export function comparable(redacted: unknown): unknown {
  return mapValues(redacted, (mark) => isRecord(mark) && mark.available);
}

function mapValues(value: unknown, file: (value: unknown) => unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map((entry) => mapValues(entry, file));
  const entries = new Map<string, unknown>();
  const free = freeNames(entries);
  for (const [name, entry] of Object.entries(value)) {
    const clean = redactText(name);
    const folded = clean.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
    if (SECRET_NAME.test(folded)) continue;
    entries.set(free(clean), folded === "curpfile" ? file(entry) : mapValues(entry, file));
  }
  return Object.fromEntries(entries);
}

/** Redaction may make two names equal; both entries are kept. */
function freeNames(taken: ReadonlyMap<string, unknown>): (name: string) => string {
  const copies = new Map<string, number>();
  return (name) => {
    let free = name;
    let copy = copies.get(name) ?? 1;
    while (taken.has(free)) free = `${name} (${++copy})`;
    copies.set(name, copy);
    return free;
  };
}

function markFile(value: unknown): FileMark {
  if (typeof value !== "string" || value === "") return { available: false, expires_at: null };
  return { available: true, expires_at: expiryOf(value) };
}

/** The `Expires` parameter (interface, CURP lookup result): Unix seconds, or an ISO time. Null when it is neither. */
function expiryOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const parameters = [...new URL(address).searchParams];
  const value = parameters.find(([name]) => name.toLowerCase() === "expires")?.[1] ?? "";
  if (/^\d{9,11}$/.test(value)) return new Date(Number(value) * 1000).toISOString();
  return parseInstant(value);
}

/** From `://` to the next space. The slashes may be escaped, as in JSON within a text, or be more than two. */
const ADDRESS = /:[\\/]{2,}\S*/g;
const USER = /(:[\\/]{2,})(?:[^\\/\s]*@[\\/]*)+/g;

/** A text that is an address without a host: `/files/1.pdf?Signature=…`, `//host/…`. */
const RELATIVE = /^\/\S*$/;

/**
 * A text in storable form: every address in it, anywhere (a message may quote one), loses user, query and fragment;
 * characters that JSON allows and PostgreSQL refuses are replaced. Text after a query without a space is removed with
 * it, since the end of a signature cannot be recognised.
 */
export function redactText(text: string): string {
  const storable = replaced(text);
  if (RELATIVE.test(storable)) return bare(`:${storable}`).slice(1);
  return storable.includes(":") ? storable.replace(ADDRESS, bare) : storable;
}

function bare(address: string): string {
  const end = address.search(/[?#]/);
  return (end === -1 ? address : address.slice(0, end)).replace(USER, "$1");
}
