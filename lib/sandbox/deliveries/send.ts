import { createHmac } from "node:crypto";

export type Attempt = { url: string; secret: string; body: string; t: number };
/** `error` is for people: a status or a network code, never a word of the receiver's answer. */
export type Outcome = { ok: true } | { ok: false; error: string };

/** A receiver's answer says nothing beyond its status; a small body is read so that the connection can be kept. */
const MAX_ANSWER_BYTES = 65_536;

/** Makes one attempt. Success is a 2xx; a redirect is none. Rejects only when `stopping` ends it. */
export async function send(attempt: Attempt, timeoutMs: number, stopping: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(attempt.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "svc-signature": signatureHeader(attempt.secret, attempt.t, attempt.body),
        "user-agent": "svc-webhooks/2",
      },
      body: attempt.body,
      signal: AbortSignal.any([timeout, stopping]),
    });
    await drain(response);
    return response.ok ? { ok: true } : { ok: false, error: `answered ${response.status}` };
  } catch (error) {
    stopping.throwIfAborted();
    if (timeout.aborted) return { ok: false, error: "no answer in time" };
    return { ok: false, error: networkError(error) };
  }
}

async function drain(response: Response): Promise<void> {
  if (!response.body) return;
  let read = 0;
  for await (const chunk of response.body) {
    read += chunk.byteLength;
    if (read > MAX_ANSWER_BYTES) return;
  }
}

function networkError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code ? `network: ${code}` : "network error";
}

/**
 * The value of `Svc-Signature` for a body signed at `t` (Unix seconds): HMAC-SHA256 of `<t>.<raw_body>` under the
 * webhook's secret (interface, Webhook signature).
 */
export function signatureHeader(secret: string, t: number, body: string): string {
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`, "utf8").digest("hex")}`;
}

type SigningTime = {
  /** Unix seconds to sign a delivery with now; null while another one would get the same signature. */
  take(delivery: { id: string; webhook_id: string; body: string }): number | null;
};

/**
 * Hands out the `t` of new signatures. Delivered events differ by their signature (interface, Webhook signature), yet two
 * events may share a body, as the two `finished` of a reopened verification do; they must not share their second too.
 * What was signed in seconds before this one cannot be met again, so it is forgotten.
 */
export function createSigningTime(now: () => number = Date.now): SigningTime {
  let second = 0;
  const signed = new Map<string, string>();
  return {
    take({ id, webhook_id: webhookId, body }) {
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

/** Waits before the five retries, in seconds (interface, Limits: Retry schedule). */
const RETRY_SECONDS = [30, 60, 120, 240, 480] as const;
/** A slower answer counts as a failure (interface, Limits: Receiver response time). */
const RESPONSE_SECONDS = 30;
/** However fast the sandbox's clock runs, a receiver needs real time to answer. */
const SHORTEST_RESPONSE_SECONDS = 3;

/**
 * Milliseconds to wait after a failed attempt before the next one, where `failures` attempts have failed before it;
 * null when the delivery has failed for good.
 */
export function retryDelay(failures: number, timeScale: number): number | null {
  const seconds = RETRY_SECONDS[failures];
  return seconds === undefined ? null : (seconds * 1000) / timeScale;
}

/** How long a receiver may take, in milliseconds. */
export const responseTimeout = (timeScale: number): number =>
  Math.max(RESPONSE_SECONDS / timeScale, SHORTEST_RESPONSE_SECONDS) * 1000;
