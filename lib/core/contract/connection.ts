import type { Instant } from "#lib/platform/contract/time.ts";
import type { StorageState, SystemStatus } from "./status.ts";

/** Problems that keep events from the dashboard although its webhook exists, most severe first. */
export const RECEPTION_PROBLEMS = [
  "deleted_at_service",
  "disabled_at_service",
  "other_address",
  "refused",
  "missing_events",
  "silence",
] as const satisfies readonly SystemStatus["receiver"]["problems"][number][];

/**
 * What reaches the dashboard. Only a stored delivery proves that events arrive (`live`; `quiet`: none within the hour):
 * the service's list of webhooks tells only what it accepted (`waiting`: no delivery so far).
 */
export type Reception =
  | "live"
  | "quiet"
  | "waiting"
  | "creating"
  | "missing"
  | "down"
  | (typeof RECEPTION_PROBLEMS)[number];

/** The one cause that is shown: a problem that prevents every repair before a problem of the webhook. */
export type ConnectionCause =
  | `storage_${Exclude<StorageState, "ok">}`
  | `key_${"refused" | "never_accepted" | "restored"}`
  | "service_failing"
  | Reception
  | "service_forbidden";

/** The action that solves a cause; null where none of the dashboard does. */
export type ConnectionAction = "connect" | "repair" | "enter_key" | "show_refusals" | null;

export type Connection = {
  cause: ConnectionCause;
  reception: Reception;
  /** When the cause began, as far as known. */
  since: Instant | null;
  action: ConnectionAction;
};

type ConnectionFacts = Pick<SystemStatus, "storage" | "service" | "receiver" | "last_event_at">;

const QUIET_AFTER_MS = 60 * 60_000;

const ACTIONS: { [cause in ConnectionCause]?: ConnectionAction } = {
  missing: "connect",
  deleted_at_service: "repair",
  disabled_at_service: "repair",
  other_address: "repair",
  missing_events: "repair",
  silence: "repair",
  refused: "show_refusals",
  key_refused: "enter_key",
  key_never_accepted: "enter_key",
  key_restored: "enter_key",
};

const WELL: ReadonlySet<ConnectionCause> = new Set(["live", "quiet", "waiting", "creating"]);

/** Whether a cause is no problem. */
export const isWell = (cause: ConnectionCause): boolean => WELL.has(cause);

/** The state of the connection to the service, as mark, banner, pages and alerts show it. `now` in milliseconds. */
export function connectionOf(status: ConnectionFacts, now: number): Connection {
  const reception = receptionOf(status, now);
  const cause = causeOf(status, reception);
  const { service, receiver } = status;
  const since = cause.startsWith("storage_") ? null : cause === reception ? receiver.since : service.since;
  return { cause, reception, since, action: ACTIONS[cause] ?? null };
}

function receptionOf({ receiver: { state, problems }, last_event_at: last }: ConnectionFacts, now: number): Reception {
  if (state === "missing" || state === "creating" || state === "down") return state;
  const problem = RECEPTION_PROBLEMS.find((one) => problems.includes(one));
  if (problem) return problem;
  if (last === null) return "waiting";
  return now - Date.parse(last) > QUIET_AFTER_MS ? "quiet" : "live";
}

function causeOf({ storage, service }: ConnectionFacts, reception: Reception): ConnectionCause {
  if (storage !== "ok") return `storage_${storage}`;
  if (service.state === "unauthorized") {
    if (service.restored_from !== null) return "key_restored";
    // A key that was never accepted cannot have been deleted or replaced elsewhere.
    return service.ever_accepted ? "key_refused" : "key_never_accepted";
  }
  if (service.state !== "failing") return reception;
  if (service.code !== "SERVICE_FORBIDDEN") return "service_failing";
  return isWell(reception) ? "service_forbidden" : reception;
}
