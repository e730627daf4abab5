import type { IncomingMessage } from "node:http";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";
import { failureOf } from "#lib/platform/server/base/post-public.ts";
import { requestPublic } from "#lib/platform/server/base/public-request.ts";
import { readBody } from "#lib/platform/server/base/read-body.ts";
import type { TimestampSignature } from "#lib/records/contract/evidence/timestamps.ts";
import { MalformedDer } from "./der.ts";
import { type Asked, readResponse, TimestampError, timestampRequest } from "./timestamp-message.ts";
import { checkSignature } from "./timestamp-signature.ts";

/** An answer with a chain of certificates has some thousand bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

export const isTimestampConfigured = (): boolean => env().TSA_URL !== undefined;

/**
 * Requests a time stamp of a SHA-256 from the authority at `TSA_URL`. Returns its TimeStampResp in DER (RFC 3161), checked:
 * granted, same imprint and nonce, and signed by the certificate that it carries, which leads to those of `TSA_CA_FILE` if
 * the variable is set. Throws TimestampError.
 */
export async function requestTimestamp(
  sha256: Buffer,
  timeoutMs = TIMEOUT_MS,
): Promise<{ response: Buffer; at: Instant }> {
  const address = env().TSA_URL;
  if (address === undefined) throw new TimestampError("not_configured");
  const request = timestampRequest(sha256);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await post(address, request.der, signal);
  const { at, signature } = readTimestamp(response, request);
  if (signature !== "authority" && signature !== "carried") throw new TimestampError(signature);
  return { response, at };
}

/** The time that an answer states, and by which certificate its signature is verified. Throws TimestampError. */
export function readTimestamp(response: Buffer, asked: Asked): { at: Instant; signature: TimestampSignature } {
  try {
    const { signed, at } = readResponse(response, asked);
    return { at, signature: checkSignature(signed, at, env().TSA_CA_FILE) };
  } catch (error) {
    if (error instanceof MalformedDer) throw new TimestampError("malformed", { cause: error });
    throw error;
  }
}

async function post(address: string, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  try {
    const response = await requestPublic(address, {
      method: "POST",
      headers: {
        "content-type": "application/timestamp-query",
        "content-length": body.length,
        accept: "application/timestamp-reply",
        "user-agent": "cotejo-evidence",
      },
      body,
      isTrusted: ({ hostname }) => env().CHANNELS_ALLOW_PRIVATE === "true" || isLoopback(hostname),
      signal,
    });
    return await bodyOf(response);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw new TimestampError(failureOf(error, signal), { cause: error });
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  try {
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) throw new TimestampError("redirected");
    if (status !== 200) throw new TimestampError("not_accepted");
    const body = await readBody(response, MAX_ANSWER_BYTES);
    if (body === null) throw new TimestampError("too_large");
    return body;
  } finally {
    response.destroy();
  }
}
