import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { PEER_HEADER } from "#lib/server/access/client-address.ts";
import { securityHeaders } from "#lib/server/security-headers.ts";

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type DashboardOptions = {
  /** Whether the dashboard's public origin is https. */
  https: boolean;
  /** Told of what Next could not answer. */
  onFault(error: unknown): void;
};

const LINGER_MS = 1_000;
const BUILD_FILES = "/_next/static/";
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** For answers that are no page: proxy.ts puts a policy with a nonce in the place of this one. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The server in front of Next (design §8): limits of time, size and number before any of its code runs, and headers on
 * every answer; nothing is routed here. The limits of time end with the request: a live stream, a PDF and an export take
 * as long as they take.
 */
export function createDashboardServer(handle: Handle, { https, onFault }: DashboardOptions): Server {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the idle time of common proxies, which would else send into a connection that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
  });
  server.maxHeadersCount = 100;
  server.maxConnections = 4_096;
  const headers = { ...securityHeaders({ https }), "content-security-policy": POLICY };

  server.on("request", (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // What files of the build say of themselves, Next adds where nothing is said.
    if (!request.url?.startsWith(BUILD_FILES)) response.setHeader("cache-control", "no-store");
    const { socket } = request;
    response.once("finish", () => leaveIfUnread(request, socket));
    const refused = refusalOf(request);
    if (refused) return refuse(response, refused);
    // Next gives handlers the headers and not the socket: nobody else can set this one.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
    handle(request, response).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || !(socket instanceof Socket) || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(CLIENT_ERRORS[error.code ?? ""] ?? 400, headers), () => socket.destroy());
  });
  return server;
}

/** Whoever goes on sending a body that was answered is left a moment to read the answer. */
function leaveIfUnread(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
}

/** What Next has no proper answer for. */
function refusalOf({ method, url = "", headers }: IncomingMessage): number | null {
  if (!METHODS.has(method ?? "")) return 405;
  if (!isDecodable(url)) return 400;
  const tree = headers["next-router-state-tree"];
  return tree === undefined || isRouterState(tree) ? null : 400;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url.startsWith("/");
  } catch {
    return false;
  }
}

function isRouterState(header: string | string[]): boolean {
  try {
    return typeof header === "string" && Array.isArray(JSON.parse(decodeURIComponent(header)));
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(status === 405 && { allow: [...METHODS].join(", ") }),
  });
  response.end(bodyOf(status));
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const bodyOf = (status: number): string =>
  JSON.stringify({
    success: false,
    message: `${STATUS_CODES[status]}.`,
    code: status === 500 ? "INTERNAL_SERVER_ERROR" : "BAD_REQUEST",
    timestamp: new Date().toISOString(),
  });

/** For requests that never became one. */
function rawAnswer(status: number, headers: Record<string, string>): string {
  const body = bodyOf(status);
  const own = {
    ...headers,
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
