import type { Exception } from "#lib/contract/verifications/review.ts";
import type { Finding, Severity } from "#lib/contract/verifications/verification.ts";
import { isFinalRun } from "./basis.ts";
import type { Basis } from "./facts.ts";

const HIGH: Severity = "high";

/** By source of the known run: provisional runs, and final ones before a reopening, are not final. */
const RUN_IS_NOT_FINAL: Record<string, Exception> = { final: "run_not_final", provisional: "run_not_final" };

/**
 * The exceptions of an acceptance. A handled item still counts as failed; an unclassified one does not. A missing run
 * and a run of unknown source are both `run_unknown`.
 */
export function exceptionsOf({ run, items }: Pick<Basis, "run" | "items">): Exception[] {
  const exceptions: Exception[] = [];
  if (hasHighFinding({ run })) exceptions.push("high_finding");
  if (failedItems({ items }).length > 0) exceptions.push("failed_item");
  if (!isFinalRun(run)) exceptions.push(RUN_IS_NOT_FINAL[run?.source ?? ""] ?? "run_unknown");
  return exceptions;
}

/** The high findings of the run, which are exceptions of an acceptance; equal ones are repeated. */
export const highFindings = ({ run }: Pick<Basis, "run">): Finding[] =>
  run?.items.filter(({ severity }) => severity === HIGH) ?? [];

export const hasHighFinding = (facts: Pick<Basis, "run">): boolean => highFindings(facts).length > 0;

export const failedItems = ({ items }: Pick<Basis, "items">): Basis["items"] =>
  items.filter(({ problem }) => problem === "failed");
