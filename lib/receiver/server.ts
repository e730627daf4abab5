import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { type Answer, comeAgain, headersOf, malformedRequest, noSuchAddress, send, wrongMethod } from "./answer.ts";

export type Routes = {
  /** Undefined when the sender is gone and there is nobody to answer. */
  deliver(request: IncomingMessage, receiverId: string): Promise<Answer | undefined>;
  /** What is missing to take deliveries. */
  missing(): string[];
  onFault(error: unknown): void;
};

const HOOKS = "/hooks/";

/**
 * The only public door. Two addresses, nothing else; limits on time and size before any of our code runs, since anyone
 * can knock. A fault of ours is 503: the service then sends again (interface, Delivery and retry behaviour).
 */
export function createReceiverServer(routes: Routes): Server {
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    // Longer than the idle time of common proxies, which would else send into a connection that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
  });
  server.maxHeadersCount = 64;
  server.maxConnections = 4_096;
  // Somebody who neither sends nor reads.
  server.timeout = 80_000;
  server.on("request", (request, response) => {
    respond(routes, request).then(
      (answer) => answerWith(server, request, response, answer),
      (error: unknown) => {
        routes.onFault(error);
        answerWith(server, request, response, comeAgain("something went wrong here"));
      },
    );
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || !(socket instanceof Socket) || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(malformedRequest(CLIENT_ERRORS[error.code ?? ""] ?? 400)), () => socket.destroy());
  });
  return server;
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

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

/** For requests that never became one. */
function rawAnswer(answer: Answer): string {
  const body = JSON.stringify(answer.body);
  const headers = headersOf(answer, Buffer.byteLength(body));
  const lines = [`HTTP/1.1 ${answer.status} Bad Request`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
