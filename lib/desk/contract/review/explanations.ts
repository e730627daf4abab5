import { type FindingExplanation, LONGEST_WORDS } from "#lib/core/contract/verifications/review.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import { findingKey } from "./findings.ts";

export const LONGEST_EXPLANATION = 500;

/** The explanation with the same severity, missing field and trimmed message as the finding; null without one. */
export const explanationOf = <Explained extends Finding>(
  finding: Finding,
  explanations: readonly Explained[],
): Explained | null => explanations.find((one) => findingKey(one) === findingKey(finding)) ?? null;

export const reasonLine = ({ message }: Pick<Finding, "message">, text: string): string =>
  `${message
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[.:;]+$/, "")}: ${text}`;

/** The reason from the explanations of these findings, a line for each; empty without an explanation. */
export function explainedReason(
  findings: readonly Finding[],
  explanations: readonly Pick<FindingExplanation, "severity" | "missing_field" | "message" | "text">[],
): string {
  const lines = findings.flatMap((finding) => {
    const explanation = explanationOf(finding, explanations);
    return explanation ? [reasonLine(finding, explanation.text)] : [];
  });
  return [...new Set(lines)].join("\n").slice(0, LONGEST_WORDS);
}
