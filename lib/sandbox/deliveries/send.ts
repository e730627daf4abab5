import { signatureHeader } from "./sign.ts";

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
