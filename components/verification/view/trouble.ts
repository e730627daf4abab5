import type { Freshness } from "#lib/contract/verifications/verification.ts";

/** Why a page may be behind: the code that says why, and what is known about since when. */
export type Trouble = {
  code: string;
  status: number | null;
  /** Whether the read model itself could not be asked again, or the service. */
  of: "page" | "service";
  /** When what is shown was true for sure; null when the service was never read. */
  asOf: string | null;
};

/** A failed call of this page to its own dashboard: `at` is when what it shows was fetched. */
export type Failure = { code: string; status: number };

/**
 * The one thing to say of what may be stale (design §5), the nearest cause first: this page cannot ask the dashboard; the
 * dashboard's last reading of the service failed; the reading could not even be asked for.
 */
export function staleTrouble(
  freshness: Freshness,
  refresh: (Failure & { at: string }) | null,
  read: Failure | null,
): Trouble | null {
  if (refresh) return { code: refresh.code, status: refresh.status || null, of: "page", asOf: refresh.at };
  const asOf = freshness.read_at;
  if (freshness.unknown_to_service) return { code: "NOT_FOUND", status: 404, of: "service", asOf };
  const { stale } = freshness;
  if (stale) return { code: stale.code, status: stale.status, of: "service", asOf };
  return read && { code: read.code, status: read.status || null, of: "service", asOf };
}
