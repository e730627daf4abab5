import { isRecord } from "#lib/contract/answer.ts";
import { storableText } from "#lib/contract/text.ts";
import { type Method, refused, type ServiceError, timedOut, unreachable, unreadable } from "./service-error.ts";

/** 10 MiB: an answer larger than this is cut off while it streams. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

export type CallOptions = {
  baseUrl: string;
  apiKey: string;
  method: Method;
  /** Path segments, each encoded here; never a path put together elsewhere. */
  path: readonly string[];
  body?: unknown;
  signal: AbortSignal;
};

export type Answer = {
  status: number;
  /** Parsed JSON; undefined where there was no body. */
  json: unknown;
  /** The service's clock in milliseconds (whole seconds), from its `Date` header; null without one. */
  serviceTime: number | null;
};

/**
 * One call, once. The address is fixed, redirects are errors (one would carry `x-api-key` to another origin), the answer
 * is bounded while it streams. Throws ServiceError.
 */
export async function call(options: CallOptions): Promise<Answer> {
  const { method, signal } = options;
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(options), {
      method,
      headers: {
        accept: "application/json",
        "x-api-key": options.apiKey,
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      redirect: "error",
      cache: "no-store",
      signal,
    });
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof TooLarge) throw unreadable("it is larger than 10 MiB", error.status);
    // The error's own message can name the address and is not passed on.
    throw signal.aborted ? timedOut(method) : unreachable(method, error);
  }
  if (!response.ok) throw refusal(response, text);
  return { status: response.status, json: parse(response, text), serviceTime: timeOf(response) };
}

function addressOf({ baseUrl, path }: CallOptions): string {
  for (const segment of path) {
    if (segment === "" || segment === "." || segment === "..") throw new RangeError("not a path segment");
  }
  return `${baseUrl}/${path.map(encodeURIComponent).join("/")}`;
}

class TooLarge extends Error {
  readonly status: number;
  constructor(status: number) {
    super("too large");
    this.status = status;
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new TooLarge(response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(response: Response, text: string): unknown {
  if (response.status === 204 || text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get("content-type") ?? "";
    throw unreadable(/html/i.test(type) ? "it is a web page, not JSON" : "it is not JSON", response.status);
  }
}

function refusal(response: Response, text: string): ServiceError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const record = isRecord(body) ? body : {};
  return refused(
    response.status,
    {
      code: typeof record.code === "string" ? record.code : null,
      message: typeof record.message === "string" ? storableText(record.message, 500) : null,
    },
    retryAfterOf(response),
  );
}

/** `Retry-After` in seconds, given as seconds or as a date. */
function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function timeOf(response: Response): number | null {
  const at = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(at) ? null : at;
}
