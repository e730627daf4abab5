import type { Instant } from "#lib/contract/time.ts";

/** The freshness of the page (design §5): the last answer of the service, and since when it fails. */
export type Freshness = {
  /** When the newest snapshot was read; null when the service was never read. */
  read_at: Instant | null;
  /** The last attempt failed: since when, and why. Null while reading works. */
  stale: { since: Instant; code: string; status: number | null } | null;
  /** The service answers 404 for a verification that events know. */
  unknown_to_service: boolean;
};
