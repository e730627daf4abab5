import { setTimeout as wait } from "node:timers/promises";
import { decodeAnswer } from "#lib/platform/contract/answer.ts";

export type Answer = Answered | { status: null; why: string };

export type Answered = {
  status: number;
  /** `type/subtype`; null without a readable one. */
  mediaType: string | null;
  body: Body;
  /** The target of a 3xx, which is not followed. */
  redirect: "the same origin" | "another origin" | "nowhere" | null;
  /** How far the service's clock is ahead of ours in milliseconds, by its `Date` header, which has whole seconds. */
  clockAheadMs: number | null;
  /** Time of the answer, by the service's clock if known. */
  atMs: number;
  rateHeaders: readonly string[];
};

export type Body = { kind: "JSON"; json: unknown } | { kind: "empty" } | { kind: "not JSON" } | { kind: "too large" };

export const isAnswered = (answer: Answer): answer is Answered => answer.status !== null;

export const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

/** Statuses of a proxy that got no answer from the service. */
export const isFromGateway = ({ status }: Answer): boolean => status !== null && [502, 503, 504].includes(status);

/** The JSON of a read that succeeded, in a list. */
export const jsonOf = (answer: Answer): unknown[] =>
  isAnswered(answer) && isSuccess(answer) && answer.body.kind === "JSON" ? [answer.body.json] : [];

/** An answer in short: its status, and its form unless it is plain JSON. */
export function describeAnswer({ status, redirect, body, mediaType }: Answered): string {
  if (redirect !== null) return `${status}, a redirect to ${redirect} (not followed)`;
  if (body.kind === "empty") return `${status} without a body`;
  if (body.kind === "too large") return `${status} with a body over 10 MiB`;
  if (body.kind === "not JSON") return `${status} with a body that is not JSON (${mediaType ?? "no content type"})`;
  return `${status}`;
}

/** The endpoints that can be read, as the interface writes them. */
export type Endpoint =
  | "/api-keys"
  | "/v2/webhooks"
  | "/v2/webhooks/{webhookId}"
  | "/verifications/{verification-id}"
  | "/v2/verifications/{verification_id}/people";

/** How a request identifies itself (interface, Authentication: API key). */
export type Credentials = { "x-api-key": string } | { authorization: string } | Record<string, never>;

/** A read. There is no method: only GET is ever sent, so nothing can change. */
type ReadRequest = { endpoint: Endpoint; id: string; credentials: Credentials };
export type Ask = (question: ReadRequest) => Promise<Answer>;

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const ATTEMPTS = 2;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * A function that sends requests. A missing answer, a 5xx or a 429 is retried once after a pause, unless `Retry-After`
 * exceeds `LONGEST_PAUSE_MS`. Redirects are not followed: they would carry the key along.
 */
export function createAsk({ baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number }): Ask {
  return async ({ endpoint, id, credentials }) => {
    const url = baseUrl + endpoint.replace(/\{.*\}/, encodeURIComponent(id));
    for (let attempt = 1; ; attempt++) {
      const { answer, retryAfterMs } = await get(url, credentials, timeoutMs);
      const settled = isAnswered(answer) && answer.status < 500 && answer.status !== 429;
      if (settled || attempt === ATTEMPTS || retryAfterMs > LONGEST_PAUSE_MS) return answer;
      await wait(retryAfterMs);
    }
  };
}

async function get(
  url: string,
  credentials: Credentials,
  timeoutMs: number,
): Promise<{ answer: Answer; retryAfterMs: number }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", ...credentials },
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    const { headers, status } = response;
    const nowMs = Date.now();
    const dateMs = Date.parse(headers.get("date") ?? "");
    const answer: Answered = {
      status,
      mediaType: mediaTypeOf(headers),
      body: await readBody(response),
      redirect: status >= 300 && status < 400 ? targetOf(headers.get("location"), url) : null,
      clockAheadMs: Number.isNaN(dateMs) ? null : dateMs - nowMs,
      atMs: Number.isNaN(dateMs) ? nowMs : dateMs,
      rateHeaders: [...headers.keys()].filter((name) => /^(x-)?rate-?limit(-[a-z]+)*$|^retry-after$/.test(name)),
    };
    const seconds = headers.get("retry-after") ?? "";
    return { answer, retryAfterMs: /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : PAUSE_MS };
  } catch (error) {
    const why = signal.aborted ? `none within ${timeoutMs / 1_000} s` : networkError(error);
    return { answer: { status: null, why }, retryAfterMs: PAUSE_MS };
  }
}

async function readBody(response: Response): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (size > MAX_BODY_BYTES) return { kind: "too large" };
    chunks.push(chunk);
  }
  const text = decodeAnswer(Buffer.concat(chunks));
  if (text === null) return { kind: "not JSON" };
  if (text.trim() === "") return { kind: "empty" };
  try {
    return { kind: "JSON", json: JSON.parse(text) };
  } catch {
    return { kind: "not JSON" };
  }
}

function mediaTypeOf(headers: Headers): string | null {
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return /^[a-z]{1,20}\/[a-z][a-z.+-]{0,60}$/.test(type) ? type : null;
}

function targetOf(location: string | null, url: string): Answered["redirect"] {
  if (location === null || !URL.canParse(location, url)) return "nowhere";
  return new URL(location, url).origin === new URL(url).origin ? "the same origin" : "another origin";
}

/** The code of a failed fetch (`ECONNREFUSED`, …), found in its cause. Messages are left out: they contain addresses. */
function networkError(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(current.code)) {
      return current.code;
    }
  }
  return "the connection failed";
}
