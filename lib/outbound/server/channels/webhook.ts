import { signatureOf, signingKey } from "#lib/receiver/signature.ts";
import type { ClaimedRow } from "./claim.ts";
import { payloadOf } from "./messages.ts";
import { eventId } from "./outgoing.ts";
import { post, resultOf, secretsOf, type Transport } from "./transport.ts";

type WebhookEvent = Pick<ClaimedRow, "target" | "kind" | "source" | "payload" | "created_at">;

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

const SIGNATURE_HEADER = "cotejo-signature";

/** Signs a body as the service signs its own (interface, Webhook signature), with a `v1` for each secret. */
export function signatureHeader(body: Buffer, secrets: readonly string[], nowMs = Date.now()): string {
  const t = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => `v1=${signatureOf(signingKey(secret), t, body).toString("hex")}`);
  return [`t=${t}`, ...signatures].join(",");
}

/** Any failure is tried again, as the service does (interface, Delivery and retry behaviour). */
export const webhook: Transport = async (connection, channel, message) => {
  const body = webhookBody(message);
  const signature = signatureHeader(body, await secretsOf(connection, channel));
  return resultOf(await post(channel.url ?? "", body, { [SIGNATURE_HEADER]: signature }), false);
};
