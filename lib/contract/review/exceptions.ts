import type { Exception } from "#lib/contract/verifications/review.ts";
import type { Finding, Severity } from "#lib/contract/verifications/verification.ts";
import { isFinalRun } from "./basis.ts";
import type { Basis } from "./facts.ts";

const HIGH: Severity = "high";

/** Of the run that is known: provisional ones and final ones from before a reopening are not final. */
const RUN_IS_NOT_FINAL: Record<string, Exception> = { final: "run_not_final", provisional: "run_not_final" };

/**
 * The exceptions of an acceptance. An item that was marked handled is still one that failed; one that is only
 * unclassified is not. No run at all, and one of a kind that nothing states, are both `run_unknown`.
 */
export function exceptionsOf({ run, items }: Pick<Basis, "run" | "items">): Exception[] {
  const exceptions: Exception[] = [];
  if (hasHighFinding({ run })) exceptions.push("high_finding");
  if (failedItems({ items }).length > 0) exceptions.push("failed_item");
  if (!isFinalRun(run)) exceptions.push(RUN_IS_NOT_FINAL[run?.source ?? ""] ?? "run_unknown");
  return exceptions;
}

/** The high findings that an acceptance excepts, each as often as the run has it. */
export const highFindings = ({ run }: Pick<Basis, "run">): Finding[] =>
  run?.items.filter(({ severity }) => severity === HIGH) ?? [];

export const hasHighFinding = (facts: Pick<Basis, "run">): boolean => highFindings(facts).length > 0;

export const failedItems = ({ items }: Pick<Basis, "items">): Basis["items"] =>
  items.filter(({ problem }) => problem === "failed");
