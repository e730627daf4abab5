import { hash } from "node:crypto";
import { signatureOf, signingKey } from "#lib/receiver/signature.ts";
import type { ClaimedRow } from "./claim.ts";
import { payloadOf } from "./messages.ts";

type WebhookEvent = Pick<ClaimedRow, "target" | "kind" | "source" | "payload" | "created_at">;

/**
 * The id of an event, by which a consumer recognises a repeated event. It is derived from the cause: an event that is
 * queued again after a restore has the same id, and no other event has it.
 */
export const eventId = ({ target, kind, source }: Pick<WebhookEvent, "target" | "kind" | "source">): string =>
  `evt_${hash("sha256", JSON.stringify([target, kind, source])).slice(0, 32)}`;

/** The body of a webhook: the allowed fields of the payload and nothing else. Throws UnknownMessage. */
export const webhookBody = (event: WebhookEvent): Buffer =>
  Buffer.from(
    JSON.stringify({
      event_id: eventId(event),
      kind: event.kind,
      created_at: event.created_at,
      data: payloadOf(event.kind, event.payload),
    }),
  );

export const SIGNATURE_HEADER = "cotejo-signature";

/** Signs a body as the service signs its own (interface, Webhook signature), with a `v1` for each secret. */
export function signatureHeader(body: Buffer, secrets: readonly string[], nowMs = Date.now()): string {
  const t = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => `v1=${signatureOf(signingKey(secret), t, body).toString("hex")}`);
  return [`t=${t}`, ...signatures].join(",");
}
