import type { Instant } from "#lib/contract/time.ts";

/** What is wrong with the dashboard's own webhook as the service lists it. */
export type WebhookFault = "deleted_at_service" | "disabled_at_service" | "other_address" | "missing_events";

/** What stands between an event and the dashboard. */
export type ReceiverProblem = WebhookFault | "not_connected" | "service_unavailable";

/** The dashboard's own webhook: what `GET /api/receiver` answers (design §9). */
export type ReceiverState = {
  receiver_id: string | null;
  state: "missing" | "creating" | "connected";
  url: string | null;
  webhook_id: string | null;
  /** Nothing stands between an event and us, as far as the service tells. */
  healthy: boolean;
  problems: ReceiverProblem[];
  missing_events: string[];
  last_delivery_at: Instant | null;
  last_refusal: { at: Instant; reason: string } | null;
};

/** What POST `/api/receiver` answers: the state that follows, and what had to be done. */
export type ReceiverEnsured = ReceiverState & { did: "nothing" | "created" | "repaired" };
