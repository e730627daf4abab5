import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { EVENT_CATALOGUE } from "#lib/contract/events/event-catalogue.ts";
import { shownText } from "#lib/contract/text.ts";
import {
  TEST_HEADER,
  TEST_PATIENCE_SECONDS,
  type TestDelivery,
  type TestResult,
} from "#lib/contract/webhooks/test-delivery.ts";
import { signatureOf, signingKey } from "#lib/receiver/signature.ts";
import { CotejoError, notFound } from "#lib/server/base/errors.ts";
import { isLoopbackHost, RefusedAddress, requestPublic } from "#lib/server/base/public-request.ts";
import { deliversHere } from "#lib/server/receiver-connection/own-webhook.ts";
import { heldSecret } from "#lib/server/vault/reveals.ts";
import { type Context, webhookContext } from "./context.ts";

const MAX_ANSWER_BYTES = 1_024;
const SHOWN_CHARACTERS = 300;

type Input = { id: string; session_hash: string; patienceMs?: number };

/**
 * Sends a sample of an event that a webhook is subscribed to, signed with its secret as the service signs, to its address,
 * and returns the answer. Only the session for which the secret is held can do so. Throws NOT_FOUND where none is held,
 * CONFLICT where it is subscribed to no known event, ServiceError.
 */
export async function sendTestDelivery(
  { id, session_hash, patienceMs = TEST_PATIENCE_SECONDS * 1000 }: Input,
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
  const answered = (await deliversHere(address, { pool }))
    ? OWN_RECEIVER
    : await deliver({ address, body, secret, local, patienceMs });
  return { event_name: sample.name, verification_id, ...answered };
}

type Delivery = { address: string; body: Buffer; secret: string; local: boolean; patienceMs: number };
type Answered = Pick<TestDelivery, "result" | "status" | "took_ms" | "answer">;

const OWN_RECEIVER: Answered = { result: "own_receiver", status: null, took_ms: 0, answer: null };

async function deliver({ address, body, secret, local, patienceMs }: Delivery): Promise<Answered> {
  const signal = AbortSignal.timeout(patienceMs);
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const response = await requestPublic(address, {
      method: "POST",
      headers: headersOf(body, secret),
      body,
      // A service on this machine delivers to it too.
      isTrusted: ({ hostname }) => local && isLoopbackHost(hostname),
      signal,
    });
    const took_ms = took();
    const status = response.statusCode ?? 0;
    return { result: resultOf(status), status, took_ms, answer: await beginningOf(response) };
  } catch (error) {
    return { result: failureOf(error, signal), status: null, took_ms: took(), answer: null };
  }
}

/** As the service sends them (interface, Webhook signature), and the mark of a test. */
function headersOf(body: Buffer, secret: string) {
  const t = String(Math.floor(Date.now() / 1000));
  return {
    "content-type": "application/json",
    "content-length": body.length,
    "svc-signature": `t=${t},v1=${signatureOf(signingKey(secret), t, body).toString("hex")}`,
    [TEST_HEADER]: "true",
    "user-agent": "cotejo-test-delivery",
  };
}

function resultOf(status: number): TestResult {
  if (status >= 200 && status < 300) return "delivered";
  return status >= 300 && status < 400 ? "redirected" : "not_accepted";
}

function failureOf(error: unknown, signal: AbortSignal): TestResult {
  if (error instanceof RefusedAddress) return "address_refused";
  if (signal.aborted) return "timed_out";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code) ? "not_trusted" : "unreachable";
}

/** The beginning of the body; the rest is not read. */
async function beginningOf(response: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  const read = async () => {
    for await (const piece of response) {
      pieces.push(piece);
      size += piece.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  };
  // Of a body that breaks off, or is not over in time, the part that came is shown: the status is known all the same.
  await read().catch(() => undefined);
  response.destroy();
  const text = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
  return shownText(text).slice(0, SHOWN_CHARACTERS).toWellFormed() || null;
}
