import type { Counted } from "./pages.ts";
import type { Instant } from "./time.ts";

/** One kind of failure of calls to the service, for as long as it goes on: an hour without it ends it. */
export type ServiceFailure = {
  /** Method and path, `GET /verifications/:id`. */
  operation: string;
  code: string;
  /** Null where the service did not answer. */
  service_status: number | null;
  times: number;
  since: Instant;
  last_at: Instant;
};

/** The state of the world around the pages, for the banner and the live mark (design §9, `/api/status`). */
export type SystemStatus = {
  service: {
    /** `unknown` while nothing was read in the last quarter of an hour; `unauthorized` when the stored key is refused. */
    state: "ok" | "failing" | "unauthorized" | "unknown";
    /** When this state began, as far as it is known. */
    since: Instant | null;
    code: string | null;
    /** What calls failed at in the last 24 hours, the latest first; at most 20 kinds. */
    failures: ServiceFailure[];
  };
  /** Readings of the service that were requested and not made yet. */
  reads: {
    /** At most 10,000 are counted. */
    waiting: number;
    /** Calls a second that the budget allows now, people's included. */
    per_second: number;
    /** No calls until then, since the service required fewer calls. */
    paused_until: Instant | null;
  };
  clock: {
    /** `wrong` when ours is a minute or more away from the service's; `unknown` before the first comparison. */
    state: "ok" | "wrong" | "unknown";
    /** Seconds that ours is ahead; negative when it is behind. */
    ahead_seconds: number | null;
    since: Instant | null;
  };
  receiver: {
    /** `missing`: no webhook of our own; `down`: the receiver process gives no sign of life. */
    state: "connected" | "creating" | "missing" | "down" | "problem";
    /** What the worker found when it last looked at our webhook; `silence`: nothing has been delivered for unusually long. */
    problems: (WebhookFault | "silence")[];
    since: Instant | null;
    /** When the worker last saw the webhooks at the service. */
    checked_at: Instant | null;
  };
  /** When the newest authentic delivery arrived. */
  last_event_at: Instant | null;
  sandbox: boolean;
};

export type Overview = {
  total: Counted;
  by_status: Record<string, Counted>;
  by_documents_status: Record<string, Counted>;
  with_high_findings: Counted;
  /** Those of them whose findings are of a final run. */
  with_high_findings_final: Counted;
  with_item_errors: Counted;
  last_event_at: Instant | null;
};

/** What is wrong with the dashboard's own webhook as the service lists it. */
export type WebhookFault = "deleted_at_service" | "disabled_at_service" | "other_address" | "missing_events";

/** What keeps events from the dashboard. */
export type ReceiverProblem = WebhookFault | "not_connected" | "service_unavailable";

/** The dashboard's own webhook: what `GET /api/receiver` answers (design §9). */
export type ReceiverState = {
  receiver_id: string | null;
  state: "missing" | "creating" | "connected";
  url: string | null;
  webhook_id: string | null;
  /** Nothing keeps events from us, as far as the service says. */
  healthy: boolean;
  problems: ReceiverProblem[];
  missing_events: string[];
  last_delivery_at: Instant | null;
  last_refusal: { at: Instant; reason: string } | null;
};

/** What POST `/api/receiver` answers: the state that follows, and what had to be done. */
export type ReceiverEnsured = ReceiverState & { did: "nothing" | "created" | "repaired" };
