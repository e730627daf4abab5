import { randomBytes } from "node:crypto";
import type { Delivery } from "#lib/core/server/inbox/store-deliveries.ts";
import { secondsIn } from "#tools/test/arrivals.ts";

/** An authentic delivery of these bytes, without a verification unless `more` names one. */
export const delivery = (body: string, more: Partial<Delivery> = {}): Delivery => ({
  signature: randomBytes(32).toString("hex"),
  receiver_id: "rcv",
  signed_at: Date.UTC(2026, 10, 20, 12) / 1000,
  body: Buffer.from(body),
  late: false,
  event_name: null,
  verification_id: null,
  unrecognized: null,
  ...more,
});

/** A delivery that is not understood, and names no verification. */
export const strange = (body: string): Delivery => delivery(body, { unrecognized: "not_an_event: event_name" });

/** `verification.v2.created`, with a new signature each time. */
export function created(verification_id: string): Delivery {
  const event_name = "verification.v2.created";
  const about = { verification_id, account_id: "acc", verification_tag: "T-1", status: "pending" };
  const body = JSON.stringify({ event_name, data: { ...about, created_at: secondsIn(0) } });
  return delivery(body, { event_name, verification_id });
}

/** `verification.v2.finished`, after which the worker reads the service. */
export function finished(verification_id: string): Delivery {
  const event_name = "verification.v2.finished";
  const body = JSON.stringify({ event_name, data: { verification_id, account_id: "acc", status: "finished" } });
  return delivery(body, { event_name, verification_id });
}
