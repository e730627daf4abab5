import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";

/** With these the service has said no, and would say it again. */
const REFUSALS = new Set(["SERVICE_UNAUTHORIZED", "SERVICE_FORBIDDEN", "VALIDATION_ERROR", "BAD_REQUEST", "NOT_FOUND"]);

/** With these nothing was sent, or the service has said that it did nothing, for now. */
const NOT_SENT = new Set(["SERVICE_UNREACHABLE", "SERVICE_PAUSED", "SERVICE_TIMEOUT"]);

/**
 * What became of a POST that brought no key: `refused` for good, `not_done` this time, else `unknown`. A 5xx says nothing
 * of what was done before it, an answer that cannot be read comes of a success more often than not, and a conflict over
 * a label that is nobody else's is our own POST, sent twice by something on the way.
 */
export function judgePost(error: ServiceError): "refused" | "not_done" | "unknown" {
  if (REFUSALS.has(error.code)) return "refused";
  return NOT_SENT.has(error.code) ? "not_done" : "unknown";
}

type Attempt = { label: string; keys_before: readonly string[] };

export type Leftovers =
  | { found: "orphan"; id: string }
  | { found: "nothing" }
  /** Only an admin can tell which of these keys the attempt left, if any. */
  | { found: "unclear"; ids: string[] };

/** What an attempt of unknown outcome has left, as the list tells it now. A key is never taken for ours on a guess. */
export function findLeftovers(keys: readonly ApiKey[], { label, keys_before }: Attempt): Leftovers {
  const since = keys.filter(({ api_key_id }) => !keys_before.includes(api_key_id));
  const orphan = since.find((key) => isCalled(key, label));
  if (orphan) return { found: "orphan", id: orphan.api_key_id };
  const nameless = since.filter(({ name }) => name === null);
  if (nameless.length > 0 || keys.every(({ name }) => name === null)) {
    return { found: "unclear", ids: nameless.map(({ api_key_id }) => api_key_id) };
  }
  return { found: "nothing" };
}

/** A list may hold the name as the id (design §7). */
export const isCalled = ({ name, api_key_id }: ApiKey, label: string): boolean =>
  name === label || api_key_id === label;

/** The service does not accept the key. */
export const isUnauthorized = (error: unknown): boolean => error instanceof ServiceError && error.serviceStatus === 401;

/** The service answered that this key may not do this: waiting changes nothing. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && REFUSALS.has(error.code);
