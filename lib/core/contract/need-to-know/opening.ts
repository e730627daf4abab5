import type { Instant } from "#lib/platform/contract/time.ts";
import type { OpeningReason } from "./policy.ts";

/**
 * An opening of a person, a file or a delivery, or a search that showed people of the same file. A call by a service
 * token has `token` for `user`; `name` is null once the account is deleted.
 */
export type Opening = {
  at: Instant;
  action: "people.opened" | "people.searched" | "curp_pdf.opened" | "verification.opened" | "delivery.opened";
  user: { email: string; name: string | null } | null;
  token: string | null;
  /** The reason, if the policy of need to know asked for it; `words` if the user wrote it. */
  reason: OpeningReason | null;
  words: string | null;
};

/**
 * `GET /api/verifications/{id}/openings` and `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest
 * first; of searches each user's last.
 */
export type Openings = { items: Opening[] };
