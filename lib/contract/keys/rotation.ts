import type { ErrorCode } from "#lib/contract/error.ts";

/** The way of a rotation of the dashboard's own key (design §6); `abandoned` is one that ended with the old key kept. */
export const ROTATION_STEPS = ["intent", "minted", "verified", "switched", "draining", "retiring", "done"] as const;
export type RotationState = (typeof ROTATION_STEPS)[number] | "abandoned";

/** What stands in the way of a rotation, or ended it. */
export type RotationProblem =
  | ErrorCode
  /** An attempt may have left a key, and the list shows no names to tell it by: an admin has to. */
  | "ORPHAN_UNCLEAR"
  /** The new key was not accepted by the service that had made it. */
  | "NEW_KEY_REFUSED"
  /** Another key became the dashboard's while this ran. */
  | "CURRENT_KEY_CHANGED"
  /** What was deleted as the old key was another one, or its deletion has no effect yet. */
  | "OLD_KEY_STILL_WORKS";

/** An entry of `GET /api/rotations` (design §9). */
export type Rotation = {
  id: string;
  state: RotationState;
  steps: { state: RotationState; at: string }[];
  problem: RotationProblem | null;
  /** Which key an admin has to name in `POST …/resume` before it goes on. */
  needs: "orphan" | "old_key" | null;
  /** The keys that may be meant, by the service's ids. */
  candidates: string[];
  /** The service's ids of the key it began with and of the one it made. */
  old_key_id: string;
  new_key_id: string | null;
  /** The name of who began it; null where that is not known any more. */
  started_by: string | null;
};

export const isUnderWay = ({ state }: Pick<Rotation, "state">): boolean => state !== "done" && state !== "abandoned";
