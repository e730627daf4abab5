import type { AuditedDecision } from "#lib/contract/review/log.ts";
import type { ExceptionChoice } from "#lib/contract/verifications/review-codes.ts";
import { queryOf } from "./api.ts";

/** Days of the policy's zone, both included; a sample is drawn by the seed. */
export type DecisionsPeriod = {
  from: string;
  to: string;
  /** Only acceptances in spite of this. */
  exception: ExceptionChoice | null;
  sample: number | null;
  seed: string;
};

export function decisionsParameters({ from, to, exception, sample, seed }: DecisionsPeriod): URLSearchParams {
  const parameters = new URLSearchParams({ from, to });
  if (exception !== null) parameters.set("exception", exception);
  if (sample !== null) {
    parameters.set("sample", String(sample));
    parameters.set("seed", seed);
  }
  return parameters;
}

export const decisionsOptions = (period: DecisionsPeriod) =>
  queryOf<{ items: AuditedDecision[]; total: number }>(
    ["decisions", decisionsParameters(period).toString()],
    `/api/review/decisions?${decisionsParameters(period)}&basis=false`,
  );

/** The download address of the decisions of a period, in the reader's language. */
export const decisionsFile = (period: DecisionsPeriod, format: "csv" | "xlsx"): string =>
  `/api/review/decisions?${decisionsParameters(period)}&format=${format}&values=words`;
