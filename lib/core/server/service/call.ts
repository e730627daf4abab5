import { decodeAnswer, isRecord } from "#lib/platform/contract/answer.ts";
import { excessOf, MAX_ANSWER_BYTES } from "#lib/platform/contract/bounds.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { wrongCharacterWords } from "#lib/platform/contract/secret-characters.ts";
import { storableText } from "#lib/platform/contract/text.ts";
import { causesOf, codeOf } from "#lib/platform/server/base/errors.ts";
import { readBody } from "#lib/platform/server/base/read-body.ts";
import { leaveTurn } from "#lib/platform/server/base/request-turn.ts";
import { secondsOfRetryAfter } from "#lib/platform/server/base/retry-after.ts";
import {
  type Method,
  notAnId,
  notUtf8,
  refused,
  type ServiceError,
  timedOut,
  tooLarge,
  unreachable,
  unreadable,
  unusableKey,
} from "./service-error.ts";

export type Request = {
  method: Method;
  /** Path segments, unencoded. */
  path: readonly string[];
  body?: unknown;
};

export type Prepared = { method: Method; url: string; apiKey: string; body: string | undefined };

export type Answer = {
  status: number;
  /** Null if it is not UTF-8. */
  text: string | null;
  contentType: string;
  /** The service's clock in milliseconds (whole seconds), from its `Date` header; null without one. */
  serviceTime: number | null;
};

/** Prepares a request. Throws ServiceError if it cannot be sent. */
export function prepare(baseUrl: string, apiKey: string, { method, path, body }: Request): Prepared {
  // Checked here, since the error of fetch would quote an invalid header value.
  const wrong = apiKey === "" ? "it is empty" : wrongCharacterWords(apiKey);
  if (wrong !== null) throw unusableKey(wrong);
  return {
    method,
    url: `${baseUrl}/${path.map(encodeSegment).join("/")}`,
    apiKey,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Rejects ids that are no path segment, since they cannot be ids of the service. */
function encodeSegment(segment: string): string {
  if (segment === "" || segment === "." || segment === ".." || !segment.isWellFormed()) throw notAnId();
  return encodeURIComponent(segment);
}

/**
 * Makes one call. Redirects are errors, since they could send `x-api-key` to another origin. The size of the answer is
 * checked while it streams. Throws ServiceError.
 */
export async function call({ method, url, apiKey, body }: Prepared, signal: AbortSignal): Promise<Answer> {
  let response: Response;
  let bytes: Buffer | null;
  leaveTurn();
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        "x-api-key": apiKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      cache: "no-store",
      signal,
    });
    bytes = await readBody(response.body, MAX_ANSWER_BYTES);
  } catch (error) {
    throw signal.aborted ? timedOut(method) : unreachable(method, networkCodeOf(error));
  }
  if (bytes === null) throw tooLarge("more than 2 MiB", response.status);
  const text = decodeAnswer(bytes);
  // The error code is readable in every single-byte charset, since it is ASCII.
  if (!response.ok) throw refusal(method, response, text ?? bytes.toString("latin1"), apiKey);
  return {
    status: response.status,
    text,
    contentType: response.headers.get("content-type") ?? "",
    serviceTime: timeOf(response),
  };
}

/** The JSON of an answer; undefined without a body. Throws ServiceError if it is not JSON or too large. */
export function jsonOf({ status, text, contentType }: Answer): unknown {
  if (text === null) throw notUtf8(otherCharsetOf(contentType), status);
  if (text.trim() === "") return undefined;
  const excess = excessOf(text);
  if (excess !== null) throw tooLarge(excess, status);
  try {
    return parseJson(text);
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    if (/html/i.test(contentType)) throw unreadable("it is a web page, not JSON", status);
    const charset = otherCharsetOf(contentType);
    throw charset === null ? unreadable("it is not JSON", status) : notUtf8(charset, status);
  }
}

/** The charset of a content type; null without one, and for UTF-8. */
function otherCharsetOf(contentType: string): string | null {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null;
  return charset !== null && /^(utf-?8|(us-)?ascii)$/i.test(charset) ? null : charset;
}

/** The code (`ECONNRESET`, …) of a failed fetch or its cause. Messages are left out, since they name the address. */
const networkCodeOf = (error: unknown): string | undefined => causesOf(error).map(codeOf).find(Boolean);

function refusal(method: Method, response: Response, text: string, apiKey: string): ServiceError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const { code, message } = isRecord(body) ? body : {};
  return refused(
    method,
    response.status,
    {
      code: typeof code === "string" ? code : null,
      // The service may quote the refused key, which must not reach our logs and pages.
      message: typeof message === "string" ? storableText(message.replaceAll(apiKey, "…"), 500) : null,
    },
    secondsOfRetryAfter(response.headers.get("retry-after")),
  );
}

function timeOf(response: Response): number | null {
  const at = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(at) ? null : at;
}
