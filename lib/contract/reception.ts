import type { SystemStatus } from "./status.ts";

/** Problems that keep events from the dashboard although its webhook exists, most severe first. */
export const RECEPTION_PROBLEMS = [
  "deleted_at_service",
  "disabled_at_service",
  "other_address",
  "refused",
  "missing_events",
  "silence",
] as const satisfies readonly SystemStatus["receiver"]["problems"][number][];

export type ReceptionProblem = (typeof RECEPTION_PROBLEMS)[number];

/**
 * Whether events reach the dashboard: the database stores nothing, there is no webhook (`missing`) or it is being made,
 * the receiver is `down`, or the gravest problem of the webhook. Shown by live mark, banner and the page Webhooks.
 */
export type Reception = "ok" | "unstored" | "missing" | "creating" | "down" | ReceptionProblem;

export function receptionOf({ storage, receiver }: Pick<SystemStatus, "storage" | "receiver">): Reception {
  if (storage !== "ok") return "unstored";
  const { state, problems } = receiver;
  if (state === "missing" || state === "creating" || state === "down") return state;
  return RECEPTION_PROBLEMS.find((problem) => problems.includes(problem)) ?? "ok";
}
