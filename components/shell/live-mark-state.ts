import type { LiveState } from "#lib/browser/live.ts";
import type { SystemStatus } from "#lib/contract/status.ts";

const QUIET_AFTER_MS = 60 * 60_000;

/** With these no event can arrive. */
const DEAF: ReadonlySet<string> = new Set(["deleted_at_service", "disabled_at_service", "other_address"]);

export type LiveMarkState = "live" | "connecting" | "reconnecting" | "quiet" | "deaf";

/**
 * What the mark may honestly say: an open stream is not enough, events must be able to arrive (`deaf` when our webhook
 * or its receiver is missing or out of use) and have arrived within the hour (`quiet`).
 */
export function liveMarkState(stream: LiveState, status: SystemStatus | undefined, now: Date): LiveMarkState {
  if (stream !== "live") return stream;
  if (!status) return "connecting";
  const { state, problems } = status.receiver;
  if (state === "missing" || state === "down" || problems.some((problem) => DEAF.has(problem))) return "deaf";
  const last = status.last_event_at;
  if (last && now.getTime() - Date.parse(last) > QUIET_AFTER_MS) return "quiet";
  return "live";
}
