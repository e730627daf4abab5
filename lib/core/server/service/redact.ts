import { isRecord } from "#lib/platform/contract/answer.ts";
import { isExactNumber } from "#lib/platform/contract/exact-numbers.ts";
import { replaced } from "#lib/platform/contract/text.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";

/** Matches the end of a name without its punctuation: `webhook_secret`, `X-Api-Key`. */
const SECRET_NAME = /(secret|apikey|password|authorization)$/;

/**
 * Values of the caller (interface, Verification: tag; Label assignment: comment), which the service returns as they were
 * given. An address in them is a name, not a signed address of the service, and events state it unchanged.
 */
const CALLERS_OWN: ReadonlySet<string> = new Set(["tag", "verification_tag", "comment"]);

/** Stored in place of a signed file address: its existence and its expiry. */
export type FileMark = { available: boolean; expires_at: string | null };

/**
 * Redacts an answer of the service for storage (design §4, Snapshots): `curp_file` becomes a FileMark, other addresses
 * lose user, query and fragment, and secrets are removed. Values of the caller and the order of keys are kept.
 */
export function redact(answer: unknown): unknown {
  return mapValues(answer, (address) => markFile(address));
}

/**
 * The redacted answer for comparisons, without the expiry of file addresses, since the service may sign them again at
 * each read (interface, CURP lookup result).
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
    const isCallers = CALLERS_OWN.has(name) && typeof entry === "string";
    const kept = () => (isCallers ? replaced(entry) : mapValues(entry, file));
    entries.set(free(clean), folded === "curpfile" ? file(entry) : kept());
  }
  return Object.fromEntries(entries);
}

/** Returns a function that numbers equal names: redaction may make two names equal, and both entries are kept. */
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

/** From `://` to the next space. There may be more slashes, or escaped ones as in JSON within a text. */
const ADDRESS = /:[\\/]{2,}\S*/g;
const USER_PART = /(:[\\/]{2,})(?:[^\\/\s]*@[\\/]*)+/g;

/** A text that is an address without a scheme: `/files/1.pdf?Signature=…`, `//host/…`. */
const WITHOUT_SCHEME = /^\/\S*$/;

/**
 * Redacts a text for storage: every address in it loses user, query and fragment, also within a message. Characters
 * that JSON allows and PostgreSQL refuses are replaced. Text directly after a query is removed as well, since the end
 * of a signature cannot be recognised.
 */
export function redactText(text: string): string {
  const storable = replaced(text);
  if (WITHOUT_SCHEME.test(storable)) return bare(`:${storable}`).slice(1);
  return storable.includes(":") ? storable.replace(ADDRESS, bare) : storable;
}

function bare(address: string): string {
  const end = address.search(/[?#]/);
  return (end === -1 ? address : address.slice(0, end)).replace(USER_PART, "$1");
}
