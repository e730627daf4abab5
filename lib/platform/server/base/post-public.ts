import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { shownText } from "#lib/platform/contract/text.ts";
import { codeOf } from "./errors.ts";
import { RefusedAddress, requestPublic } from "./public-request.ts";
import { secondsOfRetryAfter } from "./retry-after.ts";

const MAX_ANSWER_BYTES = 1_024;
const SHOWN_CHARACTERS = 300;

/** The outcome of a POST to an address that others chose; only `delivered` is a success. */
export type PostResult =
  | "delivered"
  /** The answer has a status outside of 2xx. */
  | "not_accepted"
  | "redirected"
  | "address_refused"
  | "timed_out"
  /** The certificate was not accepted. */
  | "not_trusted"
  | "unreachable";

/**
 * `answer` is the beginning of the answer's body, for display; null for an empty one. `took_ms`: until its headers.
 * `code`: of the network's error, null without one. `retry_after`: the seconds that a 429 or 503 asks to wait.
 */
export type PostOutcome = {
  result: PostResult;
  status: number | null;
  took_ms: number;
  answer: string | null;
  code: string | null;
  retry_after?: number | undefined;
};

type PostRequest = {
  address: string;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Whether an address may be on this machine or without TLS. */
  isTrusted: (url: URL) => boolean;
  timeoutMs: number;
};

/** Sends JSON to an address that others chose (`requestPublic`), and reads the beginning of the answer. Never rejects. */
export async function postPublic({ address, headers, body, isTrusted, timeoutMs }: PostRequest): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const complete = { "content-type": "application/json", "content-length": body.length, ...headers };
  try {
    const response = await requestPublic(address, { method: "POST", headers: complete, body, isTrusted, signal });
    const took_ms = took();
    const status = response.statusCode ?? 0;
    const asked = status === 429 || status === 503 ? secondsOfRetryAfter(response.headers["retry-after"]) : undefined;
    const answer = await beginningOf(response);
    return { result: resultOf(status), status, took_ms, answer, code: null, retry_after: asked };
  } catch (error) {
    return { result: failureOf(error, signal), status: null, took_ms: took(), answer: null, code: networkCode(error) };
  }
}

function resultOf(status: number): PostResult {
  if (status >= 200 && status < 300) return "delivered";
  return status >= 300 && status < 400 ? "redirected" : "not_accepted";
}

/** The result of a request that failed without an answer (`requestPublic`). */
export function failureOf(error: unknown, signal: AbortSignal) {
  if (error instanceof RefusedAddress) return "address_refused";
  if (signal.aborted) return "timed_out";
  return /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(networkCode(error) ?? "") ? "not_trusted" : "unreachable";
}

const networkCode = (error: unknown): string | null => (error instanceof Error && codeOf(error)) || null;

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
  // If the body breaks off or times out, its first part is shown: the status is known already.
  await read().catch(() => undefined);
  response.destroy();
  const text = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
  return shownText(text).slice(0, SHOWN_CHARACTERS).toWellFormed() || null;
}
