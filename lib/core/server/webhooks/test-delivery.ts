import { randomBytes } from "node:crypto";
import { EVENT_CATALOGUE } from "#lib/core/contract/events/event-catalogue.ts";
import {
  TEST_AGENT,
  TEST_HEADER,
  TEST_TIMEOUT_SECONDS,
  type TestDelivery,
} from "#lib/core/contract/webhooks/test-delivery.ts";
import { deliversHere } from "#lib/core/server/receiver-connection/own-webhook.ts";
import { heldSecret } from "#lib/core/server/vault/reveals.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { postPublic } from "#lib/platform/server/base/post-public.ts";
import { signatureHeaderOf } from "#lib/receiver/signature.ts";
import { type Context, webhookContext } from "./context.ts";

type TestInput = { id: string; session_hash: string; timeoutMs?: number };

/**
 * Sends a sample event to the address of a webhook, signed like the service's, and returns the answer. Throws NOT_FOUND
 * if the login session holds no secret of the webhook, CONFLICT if it has no known event, ServiceError.
 */
export async function sendTestDelivery(
  { id, session_hash, timeoutMs = TEST_TIMEOUT_SECONDS * 1000 }: TestInput,
  context: Context = webhookContext(),
): Promise<TestDelivery> {
  const { pool, service, local } = context;
  const secret = await heldSecret({ kind: "webhook_secret", subject_id: id, session_hash }, { pool });
  if (secret === null) throw notFound("The secret of this webhook");
  const { url, events } = await service.getWebhook(id);
  const address = url ?? "";
  const sample = EVENT_CATALOGUE.find(({ name }) => events.includes(name));
  if (!sample) throw new CotejoError("CONFLICT", 409, "The webhook is subscribed to no event that has an example.");
  const verification_id = `test_${randomBytes(8).toString("hex")}`;
  const data = { ...sample.example, verification_id };
  const body = Buffer.from(JSON.stringify({ event_name: sample.name, data }));
  // A service on this machine may deliver to loopback addresses.
  const isTrusted = ({ hostname }: URL) => local && isLoopback(hostname);
  // The headers of the service (interface, Webhook signature), and the header of a test.
  const headers = {
    "svc-signature": signatureHeaderOf(secret, body),
    [TEST_HEADER]: "true",
    "user-agent": TEST_AGENT,
  };
  const { code: _, ...answered } = (await deliversHere(address, { pool }))
    ? OWN_RECEIVER
    : await postPublic({ address, headers, body, isTrusted, timeoutMs });
  return { event_name: sample.name, verification_id, ...answered };
}

const OWN_RECEIVER = { result: "own_receiver", status: null, took_ms: 0, answer: null, code: null } as const;
