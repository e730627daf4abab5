import { DECISIONS } from "#lib/desk/contract/review/log.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/** Days of the policy's zone, both included. */
export type DecisionsPeriod = Pick<typeof DECISIONS.empty, "exception" | "user" | "resolution" | "together"> &
  Record<"from" | "to", string>;

export const decisionsParameters = (period: DecisionsPeriod) => DECISIONS.write({ ...DECISIONS.empty, ...period });

export const decisionsOptions = (period: DecisionsPeriod) =>
  queryOf(["decisions", decisionsParameters(period).toString()], "GET /api/review/decisions", {
    query: new URLSearchParams([...decisionsParameters(period), ["basis", "false"]]),
  });

/** The download address of the decisions of a period, in the reader's language. */
export const decisionsFile = (period: DecisionsPeriod, format: "csv" | "xlsx"): string =>
  `/api/review/decisions?${decisionsParameters(period)}&format=${format}&values=words`;
