import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createLimitedServer, type Limits, type RawAnswer } from "#lib/server/http/limited-server.ts";
import { type Answer, comeAgain, headersOf, malformedRequest, noSuchAddress, send, wrongMethod } from "./answer.ts";

export type Routes = {
  /** Undefined when the sender is gone and there is nobody to answer. */
  deliver(request: IncomingMessage, receiverId: string): Promise<Answer | undefined>;
  /** What is missing to take deliveries. */
  missing(): string[];
  onFault(error: unknown): void;
};

const HOOKS = "/hooks/";
const LIMITS: Limits = { headBytes: 8 * 1024, headers: 64, requestMs: 25_000 };

/**
 * The only server that is public: two addresses, nothing else. A fault of ours is 503: the service then sends again
 * (interface, Delivery and retry behaviour).
 */
export function createReceiverServer(routes: Routes): Server {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(routes, request).then(
      (answer) => answerWith(server, request, response, answer),
      (error: unknown) => {
        routes.onFault(error);
        answerWith(server, request, response, comeAgain("something went wrong here"));
      },
    );
  };
  const server = createLimitedServer(LIMITS, { handle, malformed });
  // Somebody who neither sends nor reads.
  server.timeout = 80_000;
  return server;
}

async function respond(routes: Routes, request: IncomingMessage): Promise<Answer | undefined> {
  const address = request.url ?? "";
  const query = address.indexOf("?");
  const path = query === -1 ? address : address.slice(0, query);
  if (path.startsWith(HOOKS) && path.length > HOOKS.length && !path.includes("/", HOOKS.length)) {
    if (request.method !== "POST") return wrongMethod("POST");
    return routes.deliver(request, path.slice(HOOKS.length));
  }
  if (path !== "/health/ready") return noSuchAddress();
  if (request.method !== "GET") return wrongMethod("GET");
  const missing = routes.missing();
  return { status: missing.length === 0 ? 200 : 503, body: { ready: missing.length === 0, missing } };
}

function answerWith(server: Server, request: IncomingMessage, response: ServerResponse, answer?: Answer): void {
  if (!answer || response.destroyed) {
    response.destroy();
    return;
  }
  // A server that stops takes no further request on this connection; one that leaves a body unread can't.
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  const unread = !request.complete && (length !== undefined || encoding !== undefined);
  const close = answer.close || !server.listening || unread;
  send(request, response, close ? { ...answer, close } : answer);
}

function malformed(status: number): RawAnswer {
  const answer = malformedRequest(status);
  const body = JSON.stringify(answer.body);
  return { headers: headersOf(answer, Buffer.byteLength(body)), body };
}
