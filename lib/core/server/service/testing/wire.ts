import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Arrived = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** The reply to a request: a status, a status with JSON, or an action on the socket. */
export type Reply = number | [status: number, json: unknown, headers?: Record<string, string>] | Handler;
type Handler = (response: ServerResponse, request: IncomingMessage) => void;

export type Wire = { baseUrl: string; arrived: Arrived[] };

/** A real server, closed at the end of the test. It sends the replies in turn, and the last reply to all further calls. */
export async function startWire(...replies: Reply[]): Promise<Wire> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const reply = replies[Math.min(arrived.length, replies.length - 1)] ?? 500;
    arrived.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    give(reply, request, response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

function give(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (typeof reply === "function") {
    reply(response, request);
    return;
  }
  const [status, json, headers] = typeof reply === "number" ? [reply] : reply;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}

/** A reply of this text, with any content type. */
export const text =
  (status: number, contentType: string, body: string): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  };

/** The request arrives and is never answered. */
export const silence: Handler = () => undefined;

/** The connection is cut instead of an answer. */
export const reset: Handler = (_response, request) => {
  request.socket.resetAndDestroy();
};

/** An error in the service's form (interface, Errors: Error response). */
export const failure = (status: number, code: string, message = "Mensaje"): [number, object] => [
  status,
  { success: false, message, code, timestamp: "2026-11-20T10:00:00Z" },
];

/** An address at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}
