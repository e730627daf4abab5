import type { ReceiverCheck, Refusal } from "#lib/core/contract/deliveries/delivery.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { isOnThisMachine } from "#lib/core/contract/webhooks/webhook-problems.ts";
import { type Instant, instantToMs } from "#lib/platform/contract/time.ts";

export type CauseState = "ok" | "trouble" | "unknown";

/** The state of each of the five causes (interface, Causes of missing or rejected webhook deliveries). */
export type Causes = {
  https: { state: CauseState; words: "ok" | "local" | "trouble" | "none" };
  firewall: { state: CauseState; last: Instant | null };
  slow: { state: CauseState };
  disabled: { state: CauseState; words: "ok" | "disabled" | "deleted" | "none" | "address" | "events" | "unknown" };
  signature: { state: CauseState; last: Instant | null };
};

const DAY_MS = 86_400_000;

type CauseFacts = {
  receiver: ReceiverCheck;
  /** Null when the status could not be read. */
  status: SystemStatus | null;
  /** The newest delivery with a refused signature. */
  refusal: Pick<Refusal, "at"> | null;
  nowMs: number;
};

export function causesOf({ receiver, status, refusal, nowMs }: CauseFacts): Causes {
  const recent = (at: Instant | null) => at !== null && nowMs - instantToMs(at) < DAY_MS;
  const refusedAt = refusal?.at ?? null;
  const running = status === null ? "unknown" : status.receiver.state === "down" ? "trouble" : "ok";
  return {
    https: httpsOf(receiver.url),
    firewall: { state: recent(receiver.last_delivery_at) ? "ok" : "unknown", last: receiver.last_delivery_at },
    slow: { state: running },
    disabled: disabledOf(receiver.problems),
    signature: { state: recent(refusedAt) ? "trouble" : "ok", last: refusedAt },
  };
}

function httpsOf(url: string | null): Causes["https"] {
  if (url === null) return { state: "trouble", words: "none" };
  if (URL.canParse(url) && new URL(url).protocol === "https:") return { state: "ok", words: "ok" };
  return isOnThisMachine(url) ? { state: "ok", words: "local" } : { state: "trouble", words: "trouble" };
}

function disabledOf(problems: readonly string[]): Causes["disabled"] {
  if (problems.includes("service_unavailable")) return { state: "unknown", words: "unknown" };
  if (problems.includes("disabled_at_service")) return { state: "trouble", words: "disabled" };
  if (problems.includes("deleted_at_service")) return { state: "trouble", words: "deleted" };
  if (problems.includes("not_connected")) return { state: "trouble", words: "none" };
  if (problems.includes("other_address")) return { state: "trouble", words: "address" };
  if (problems.includes("missing_events")) return { state: "trouble", words: "events" };
  return { state: "ok", words: "ok" };
}
