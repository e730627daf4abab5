import type { RotationUnderWay } from "./record.ts";

/** A rotation as far as the choice of its next step depends on it. */
export type Standing = Pick<
  RotationUnderWay,
  "state" | "due" | "old_is_current" | "key_refused" | "attempt" | "lost"
> & { details: Pick<RotationUnderWay["details"], "giving_up"> };

export type Step =
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
  /** Delete the old key, prove its absence, look for lost ones again. */
  | "finish"
  /** Delete the new key: it will not be used. */
  | "discard"
  /** End with the old key. */
  | "abandon"
  /** Nothing to do now. */
  | "wait";

/** So many keys may get lost in a row before an admin should look at what is wrong. */
export const MAX_LOST = 5;

const WITH_CURRENT_KEY = new Set<Step>(["clear", "create", "finish", "discard"]);

/**
 * The next step of a rotation (design §6). Before the switch, a current key that changed elsewhere or a new key that is
 * refused ends the rotation with nothing left behind. After the switch only the old key remains to be deleted. While the
 * service refuses the current key, steps that need it wait; a new key that exists is still proven and switched to.
 */
export function nextStep(rotation: Standing): Step {
  const step = rotation.due ? stepOf(rotation) : "wait";
  return rotation.key_refused && WITH_CURRENT_KEY.has(step) ? "wait" : step;
}

function stepOf(rotation: Standing): Step {
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

const awaitsDecision = ({ candidates, decision }: NonNullable<Standing["attempt"]>) =>
  candidates !== null && decision === null;
