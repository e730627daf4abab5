import type { ServerResponse } from "node:http";
import { type ServiceErrorCode, STATUS_OF_CODE } from "#lib/platform/contract/error.ts";

/** The answer of a handler: JSON, bytes, or a status alone. */
export type Answer = {
  status: number;
  json?: unknown;
  bytes?: { type: string; content: Buffer };
  headers?: Record<string, string>;
};

export function render(answer: Answer): { headers: Record<string, string>; content: Buffer } {
  const headers = { "cache-control": "no-store", ...answer.headers };
  if (answer.bytes)
    return { headers: { ...headers, "content-type": answer.bytes.type }, content: answer.bytes.content };
  if (answer.json === undefined) return { headers, content: Buffer.alloc(0) };
  return {
    headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    content: Buffer.from(JSON.stringify(answer.json)),
  };
}

export function write(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const { headers, content } = render(answer);
  // A 204 has no content-length either (RFC 9110, 8.6).
  const length = answer.status === 204 ? {} : { "content-length": content.length };
  response.writeHead(answer.status, { ...headers, ...length });
  response.end(content);
}

/** A refusal with one of the service's codes (interface, Errors: Error response). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ServiceErrorCode;
  readonly status: number;

  constructor(code: ServiceErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUS_OF_CODE[code];
  }
}
