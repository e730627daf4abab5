import type { Instant } from "#lib/contract/time.ts";

/** How fresh the page is (design §5): what the service said last, and since when it has not. */
export type Freshness = {
  /** When the newest snapshot was read; null when the service was never read. */
  read_at: Instant | null;
  /** The last attempt failed: since when, and why. Null while reading works. */
  stale: { since: Instant; code: string; status: number | null } | null;
  /** The service answers 404 for a verification that events know. */
  unknown_to_service: boolean;
};
