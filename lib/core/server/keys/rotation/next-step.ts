import type { RotationUnderWay } from "./record.ts";

/** The part of a rotation that decides its next step. */
export type StepFacts = Pick<
  RotationUnderWay,
  "state" | "due" | "old_is_current" | "key_refused" | "attempt" | "lost"
> & { details: Pick<RotationUnderWay["details"], "giving_up"> };

export type RotationStep =
  /** Find the attempt's leftovers, and delete them. */
  | "clear"
  /** Send the POST, and store the new key. */
  | "create"
  /** GET `/api-keys` with the new key. */
  | "prove"
  | "switch"
  /** Begin to wait for calls that still carry the old key. */
  | "drain"
  | "retire"
  /** Delete the old key, prove its absence, look for lost keys again. */
  | "finish"
  /** Delete the new key: it will not be used. */
  | "discard"
  /** End with the old key. */
  | "abandon"
  | "wait";

/** Keys that may get lost in a row before the rotation ends and an admin should look for the cause. */
export const MAX_LOST = 5;

const WITH_CURRENT_KEY = new Set<RotationStep>(["clear", "create", "finish", "discard"]);

/**
 * The next step of a rotation (design §6). Before the switch, a current key that changed elsewhere or a new key that is
 * refused ends the rotation and deletes the new key. After the switch only the deletion of the old key remains. While
 * the service refuses the current key, steps that need it wait; a new key that exists is still proven and switched to.
 */
export function nextStep(rotation: StepFacts): RotationStep {
  const step = rotation.due ? stepOf(rotation) : "wait";
  return rotation.key_refused && WITH_CURRENT_KEY.has(step) ? "wait" : step;
}

function stepOf(rotation: StepFacts): RotationStep {
  switch (rotation.state) {
    case "intent":
      if (!rotation.old_is_current) return "abandon";
      if (rotation.attempt) return awaitsDecision(rotation.attempt) ? "wait" : "clear";
      return rotation.lost >= MAX_LOST ? "abandon" : "create";
    case "minted":
      return rotation.details.giving_up || !rotation.old_is_current ? "discard" : "prove";
    case "verified":
      return rotation.details.giving_up || !rotation.old_is_current ? "discard" : "switch";
    case "switched":
      return "drain";
    case "draining":
      return "retire";
    case "retiring":
      return "finish";
    case "done":
    case "abandoned":
      return "wait";
  }
}

const awaitsDecision = ({ candidates, decision }: NonNullable<StepFacts["attempt"]>) =>
  candidates !== null && decision === null;
