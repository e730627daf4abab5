import type { Review, ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";

/** The keys of the actions on a review. Each opens a dialog, so that none changes a review by itself. */
export const ACTION_KEYS = {
  open: "o",
  toMe: "i",
  assign: "a",
  wait: "w",
  approve: "y",
  return: "b",
  withdraw: "b",
  ratify: "y",
  reopen: "o",
  decide: "r",
} as const;

export type Action = keyof typeof ACTION_KEYS;

/** All shortcuts of a file, including those of a note, the letter to the customer, and undo. */
export const FILE_KEYS: readonly string[] = [...Object.values(ACTION_KEYS), "n", "m", "d", "v", "z"];

type User = { id: string; may: (permission: Permission) => boolean };

/** The user's actions for a review in the order of the buttons: the most frequent action is last. */
export function actionsOf(review: Review, standing: ReviewStanding | null, user: User): Action[] {
  const { state, assignee } = review;
  if (!user.may("reviews.assign")) return [];
  const decides = user.may("reviews.decide");
  if (state === null) return decides ? ["open", "decide"] : ["open"];
  const differences = standing?.decision?.differences ?? [];
  const isPeriodic = state === "open" && review.reasons.includes("periodic");
  const ratifies = decides && (differences.length > 0 || isPeriodic);
  if (state === "resolved") {
    if (!decides) return [];
    return ratifies ? ["ratify", "reopen"] : ["reopen"];
  }
  if (state === "approval") {
    if (!decides) return ["assign"];
    // The author of a proposal can withdraw it, but not approve it.
    const { user: author } = standing?.reopening ?? standing?.decision ?? { user: null };
    return author?.user_id === user.id ? ["withdraw"] : ["return", "approve"];
  }
  const actions: Action[] = [];
  if (decides && assignee?.user_id !== user.id) actions.push("toMe");
  actions.push("assign");
  if (decides) actions.push("wait");
  if (decides && state === "waiting") actions.push("reopen");
  if (ratifies && (isPeriodic || differences.some(({ brings_back }) => brings_back))) actions.push("ratify");
  if (decides) actions.push("decide");
  return actions;
}
