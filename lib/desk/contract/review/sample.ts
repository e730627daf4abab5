import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import type { ExceptionChoice } from "#lib/core/contract/verifications/review-codes.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { AuditedDecision } from "./log.ts";

/** Maximum of decisions in a sample. */
export const MAX_SAMPLED = 500;
/** In code units. */
export const MAX_RESULT_NOTE = 2_000;

/** The results of the review of a sampled decision. `objected` and `undetermined` need a note. */
export const SAMPLE_RESULTS = ["confirmed", "objected", "undetermined"] as const;
export type SampleResult = (typeof SAMPLE_RESULTS)[number];

/** The decisions from which a sample is drawn: a period of days in the zone, both included, and the filters of the list. */
export type SampleSource = {
  from: string;
  to: string;
  time_zone: string;
  exception: ExceptionChoice | null;
  user: string | null;
  user_name: string | null;
  resolution: Resolution | null;
  together: "yes" | "no" | null;
};

export type Sample = {
  sample_id: string;
  drawn_at: Instant;
  drawn_by_name: string;
  source: SampleSource;
  seed: string;
  /** Number of drawn decisions, and of all decisions of the source at that time. */
  size: number;
  population: number;
  /** Number of drawn decisions that can be shown: others were erased since, or are blocked. */
  kept: number;
  /** Number of results among them, by result. */
  results: Record<SampleResult, number>;
  /** Null while results may be entered. */
  signed: { at: Instant; by_name: string; digest: string } | null;
};

export type SampledDecision = AuditedDecision & {
  result: SampleResult | null;
  note: string | null;
  reviewed_at: Instant | null;
  reviewed_by: string | null;
  /** The reader made or proposed the decision, and enters no result for it. */
  own: boolean;
};

/** `GET /api/review/samples/{id}`: the decisions by time; `digest` is that of the present results. */
export type SampleSheet = Sample & { items: SampledDecision[]; digest: string };

export const reviewedOf = ({ results }: Sample): number =>
  SAMPLE_RESULTS.reduce((sum, result) => sum + results[result], 0);
