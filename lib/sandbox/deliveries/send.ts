import { createHmac } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { RETRY_SECONDS, waitAfter } from "#lib/core/contract/deliveries/retries.ts";
import type { DueDelivery } from "#lib/sandbox/store/deliveries.ts";

export type Attempt = { url: string; secret: string; body: string; t: number };
/** `error` is for people: a status or a network code, never a word of the receiver's answer. */
export type Outcome = { ok: true } | { ok: false; error: string };
/** The time limits of a receiver in milliseconds: for the connection, and for the whole answer. */
export type ReceiverTimeouts = { connectMs: number; answerMs: number };

/** Only the status of an answer counts; a small body is read so that the connection can be reused. */
const MAX_ANSWER_BYTES = 65_536;

class ConnectionTimeout extends Error {}

/** Makes one attempt. Success is a 2xx; a redirect is none. Rejects only when `stopping` aborts it. */
export async function send(attempt: Attempt, timeouts: ReceiverTimeouts, stopping: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeouts.answerMs);
  try {
    const request = post(attempt, AbortSignal.any([timeout, stopping]));
    endUnlessConnected(request, timeouts.connectMs);
    const status = await statusOf(request);
    return status >= 200 && status < 300 ? { ok: true } : { ok: false, error: `answered ${status}` };
  } catch (error) {
    stopping.throwIfAborted();
    if (error instanceof ConnectionTimeout) return { ok: false, error: "connection time-out" };
    if (timeout.aborted) return { ok: false, error: "no answer in time" };
    return { ok: false, error: networkError(error) };
  }
}

function post({ url, secret, t, body }: Attempt, signal: AbortSignal): ClientRequest {
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "svc-signature": signatureHeader(secret, t, body),
    "user-agent": "svc-webhooks/2",
  };
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return request(url, { method: "POST", headers, signal }).end(body);
}

/** A connection is established once data can be sent: for HTTPS after the handshake. A reused connection already is. */
function endUnlessConnected(request: ClientRequest, connectMs: number): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(new ConnectionTimeout()), connectMs);
    const connected = "encrypted" in socket ? "secureConnect" : "connect";
    for (const event of [connected, "close"]) socket.once(event, () => clearTimeout(timer));
  });
}

async function statusOf(request: ClientRequest): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).on("error", reject);
  });
  let read = 0;
  for await (const chunk of response) {
    read += chunk.length;
    if (read > MAX_ANSWER_BYTES) break;
  }
  return response.statusCode ?? 0;
}

function networkError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code ? `network: ${code}` : "network error";
}

/**
 * The value of `Svc-Signature` for a body signed at `t` (Unix seconds): HMAC-SHA256 of `<t>.<raw_body>` under the
 * webhook's secret (interface, Webhook signature).
 */
export function signatureHeader(secret: string, t: number, body: string): string {
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`, "utf8").digest("hex")}`;
}

/**
 * Returns the `t` of new signatures. Delivered events differ by their signature (interface, Webhook signature), yet two
 * events may share a body, as the two `finished` of a reopened verification do; they must not share their second too.
 * Signatures of earlier seconds can't occur again and are forgotten.
 */
export function createSigningTime(now: () => number = Date.now) {
  let second = 0;
  const signed = new Map<string, string>();
  return {
    /** The time to sign a delivery with now, in Unix seconds; null while another delivery has that signature. */
    take({ id, webhook_id: webhookId, body }: Pick<DueDelivery, "id" | "webhook_id" | "body">): number | null {
      const t = Math.floor(now() / 1000);
      if (t !== second) signed.clear();
      second = t;
      const content = `${webhookId} ${body}`;
      if ((signed.get(content) ?? id) !== id) return null;
      signed.set(content, id);
      return t;
    },
  };
}

/** A slower answer counts as a failure (interface, Limits: Receiver response time). */
const RESPONSE_SECONDS = 30;
/** The longest time from a first attempt to the last one, if no answer ever comes. */
const SCHEDULE_SECONDS = RETRY_SECONDS.reduce((sum, wait) => sum + wait + RESPONSE_SECONDS, 0);

/**
 * Whether an attempt is signed with the current time: the first one, a retry that carries a signature of its own, and an
 * attempt after the whole schedule. The service stood still before the last of these, and a receiver refuses old signatures.
 */
export const isSignedAnew = ({ first_t, resigned }: Pick<DueDelivery, "first_t" | "resigned">, now: number): boolean =>
  first_t === null || resigned || now / 1000 - first_t > SCHEDULE_SECONDS;

/** The minimum in real time: receivers do not get faster with the sandbox's clock. */
const MIN_RESPONSE_SECONDS = 3;

/**
 * Milliseconds between a failed attempt and the next one, after `failures` earlier failed attempts; null when the
 * delivery has failed for good.
 */
export function retryDelay(failures: number, timeScale: number): number | null {
  const seconds = waitAfter(failures + 1);
  return seconds && (seconds * 1000) / timeScale;
}

/** The time limits of a receiver; the connection may take two thirds of the whole. */
export function receiverTimeouts(timeScale: number): ReceiverTimeouts {
  const answerMs = Math.max(RESPONSE_SECONDS / timeScale, MIN_RESPONSE_SECONDS) * 1000;
  return { connectMs: (2 * answerMs) / 3, answerMs };
}
