import type { Instant } from "#lib/platform/contract/time.ts";

/** Parts of a verification of which events may be missing, in the order of its page. */
export const PARTS = ["status", "documents_status_timeline", "findings", "items", "labels", "people"] as const;
export type Part = (typeof PARTS)[number];

/** The causes of outages: deliveries did not arrive, or their data was lost (`restored` from a backup). */
export const OUTAGE_CAUSES = ["receiver_down", "refused", "webhook", "silence", "restored"] as const;
export type OutageCause = (typeof OUTAGE_CAUSES)[number];

/**
 * Why events of a part may be missing between two times: an outage, or contradicting facts. `from` is null without a
 * known beginning, `to` while it continues.
 */
export type Incompleteness = {
  part: Part;
  from: Instant | null;
  to: Instant | null;
  reason: OutageCause | "contradiction";
};

/** A time in which deliveries did not arrive, or whose deliveries are lost. */
export type Outage = {
  /** Null for a current outage, which is recorded when it has ended. */
  outage_id: number | null;
  cause: OutageCause;
  began_at: Instant;
  /** Null while it continues. */
  ended_at: Instant | null;
  /**
   * Times of the first attempts of lost deliveries; empty if everything was sent again after the end. `to` is null
   * while it continues.
   */
  lost: { from: Instant; to: Instant | null }[];
  /** The admin who has dismissed the outage, after which it marks nothing. */
  dismissed: { at: Instant; by: string | null } | null;
};

/** The answer of `GET /api/outages`: the newest outages first, and the progress of reading everything again. */
export type Outages = {
  outages: Outage[];
  reading: {
    /** Reads required by outages and not made yet; at most 10,000 are counted. */
    left: number;
    /** When they will be made at the present pace; null where none is left. */
    done_at: Instant | null;
  };
};
