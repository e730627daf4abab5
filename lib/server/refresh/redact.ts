import { isRecord } from "#lib/contract/answer.ts";
import { parseInstant } from "#lib/contract/time.ts";

/** Deeper than any answer that a person would read; what lies below is named, not followed. */
const MAX_DEPTH = 40;
const TOO_DEEP = "(nested too deeply)";

const SECRET_NAMES = new Set(["secret", "api_key", "apikey", "x-api-key", "password", "authorization"]);

/** What is kept of a signed file address: whether there is one, and until when it works. The address itself is not. */
export type FileMark = { available: boolean; expires_at: string | null };

/**
 * An answer of the service as it may be stored (design §4, Snapshots): `curp_file` becomes a mark, every other address
 * loses user, query and fragment, and secrets go. Signed addresses change at each read, so this is also what makes equal
 * answers compare equal. Key order is kept.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  if (!isRecord(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const folded = name.toLowerCase();
    if (SECRET_NAMES.has(folded)) continue;
    entries.push([clean(name), folded === "curp_file" ? markFile(entry) : redact(entry, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

/** JSON allows what PostgreSQL's text does not. */
const clean = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

// Anywhere in a text, not only at its start: a message may quote the address that failed.
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\^`{|}]+/gi;

const redactText = (text: string): string => clean(text).replace(ADDRESS, withoutSecrets);

function withoutSecrets(address: string): string {
  const end = address.search(/[?#]/);
  const bare = end === -1 ? address : address.slice(0, end);
  const start = bare.indexOf("://") + 3;
  const pathStart = bare.indexOf("/", start);
  const authority = pathStart === -1 ? bare.slice(start) : bare.slice(start, pathStart);
  return (
    bare.slice(0, start) +
    authority.slice(authority.lastIndexOf("@") + 1) +
    (pathStart === -1 ? "" : bare.slice(pathStart))
  );
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
