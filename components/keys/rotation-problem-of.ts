import type { RotationProblem } from "#lib/contract/keys/keys.ts";

const KNOWN = [
  "ORPHAN_UNCLEAR",
  "NEW_KEY_REFUSED",
  "CURRENT_KEY_CHANGED",
  "CURRENT_KEY_UNKNOWN",
  "OLD_KEY_STILL_WORKS",
  "OUTCOME_UNKNOWN",
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "SERVICE_ERROR",
  "SERVICE_TIMEOUT",
  "SERVICE_UNREACHABLE",
  "SERVICE_PAUSED",
] as const satisfies readonly RotationProblem[];

/** Which words what stands in a rotation's way gets. */
export const rotationProblemOf = (problem: RotationProblem): (typeof KNOWN)[number] | "other" =>
  KNOWN.find((known) => known === problem) ?? "other";
