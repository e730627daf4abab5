import type { ServerResponse } from "node:http";
import type { CallFault } from "#lib/contract/sandbox/sandbox-input.ts";
import { type Answer, render, write } from "./answer.ts";
import { errorBody } from "./api-error.ts";
import type { Met } from "./faults.ts";

/** Codes for statuses that the interface names; 429 and others have none there, so the sandbox gives them a plain one. */
const CODES: Record<number, string> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "TOO_MANY_REQUESTS",
};

const HTML = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>";

/**
 * Answers a call as `fault` has it (`lib/contract/sandbox/sandbox.ts`); `work` yields the answer that a healthy service would
 * give, also after the caller has gone.
 */
export async function answerFaultily(
  response: ServerResponse,
  fault: Met<CallFault>,
  timeScale: number,
  work: () => Promise<Answer>,
): Promise<void> {
  const delay = fault.delay_ms / timeScale;
  switch (fault.kind) {
    case "hang":
      return;
    case "status": {
      const status = fault.status ?? 500;
      const code = CODES[status] ?? "INTERNAL_SERVER_ERROR";
      const headers: Record<string, string> = status === 429 || status === 503 ? { "retry-after": "1" } : {};
      return write(response, { status, headers, json: errorBody(code, "a fault was asked for") });
    }
    case "html":
      return write(response, {
        status: fault.status ?? 502,
        bytes: { type: "text/html; charset=utf-8", content: Buffer.from(HTML) },
      });
    case "redirect":
      return write(response, { status: fault.status ?? 302, headers: { location: "/elsewhere" } });
    case "slow":
      await Promise.race([wait(delay), gone(response)]);
      return write(response, await work());
    case "late":
      await gone(response);
      await wait(delay);
      await work();
      return;
    case "clock": {
      const answer = await work();
      const date = new Date(Date.now() - fault.delay_ms).toUTCString();
      return write(response, { ...answer, headers: { ...answer.headers, date } });
    }
    case "lost":
      await work();
      response.destroy();
      return;
    case "truncate": {
      const answer = await work();
      const { headers, content } = render(answer);
      response.writeHead(answer.status, { ...headers, "content-length": content.length });
      response.write(content.subarray(0, Math.floor(content.length / 2)), () => response.destroy());
    }
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Resolves when the caller has given up. */
const gone = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once("close", resolve);
  });
