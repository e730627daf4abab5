import type { ListedUser } from "#lib/access/contract/user.ts";

export type UserAction = "role" | "link" | "factor" | "sessions" | "disable" | "enable" | "withdraw";

/** The actions that an account's state allows. The user's own account has another page. */
export function actionsFor({ state, second_factor, sessions }: ListedUser): UserAction[] {
  if (state === "disabled") return ["enable", "role"];
  const always: UserAction[] = ["role", "link"];
  if (state === "invited") return [...always, "withdraw"];
  return [
    ...always,
    ...(second_factor ? (["factor"] as const) : []),
    ...(sessions > 0 ? (["sessions"] as const) : []),
    "disable",
  ];
}

export type DialogProps = { onClosed: () => void };
