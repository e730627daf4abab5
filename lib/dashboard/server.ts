import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBodyOf } from "#lib/contract/error.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { SESSION_COOKIE } from "#lib/server/access/session-seal.ts";
import { PEER_HEADER, plainAddress, widerNetworkOf } from "#lib/server/base/client-address.ts";
import { REQUEST_ID } from "#lib/server/base/request-id.ts";
import { createLimitedServer, endAndClose, type Limits, type RawAnswer } from "#lib/server/http/limited-server.ts";
import { watchFaults } from "#lib/server/http/page-faults.ts";
import { PUBLIC_FILES, PUBLIC_FILES_CACHE } from "#lib/server/http/public-files.ts";
import { securityHeaders } from "#lib/server/http/security-headers.ts";
import { bearerOf } from "#lib/server/tokens/bearer.ts";
import { BUILD_FILES } from "./build-files.ts";
import { holdBody } from "./hold-body.ts";

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type DashboardOptions = {
  /** Whether this seal of a session cookie was made here. The data functions check whether the session is still valid. */
  isSeal(seal: string): Promise<boolean>;
  /** Whether this service token exists. The handlers check its permissions. */
  isToken(token: string): Promise<boolean>;
  /** The address of the dashboard in browsers (`APP_ORIGIN`). */
  origin: string;
  /** The number of trusted proxies. Behind a proxy one address stands for many clients. */
  trustedProxies: number;
  /** Hot reload has a connection and addresses of its own. */
  developing?: boolean;
  /** Called when an answer has ended, or its client has left. */
  onAnswered?(request: IncomingMessage, response: ServerResponse, seconds: number): void;
  /** Called with the status of a request refused before Next. */
  onRefused(status: number): void;
  /** Called with the reference that the reader of a failed page sees. */
  onPageFault?(digest: string): void;
  /** Called with errors that Next could not answer. */
  onFault(error: unknown): void;
};

const LIMITS: Limits = { headBytes: 16 * 1024, headers: 100, requestMs: 30_000, reserve: 0 };
/** Bytes; without a session only forms of a few fields are sent. */
const LARGE_BODY = 64 * 1024;
const LINGER_MS = 1_000;
/** The maximum number of verified seals and tokens in the cache; beyond it they are verified again. */
const MAX_CACHED = 1_000;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const PAGE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
export const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** The policy of answers other than pages; for pages proxy.ts sets a policy with a nonce. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The server in front of Next (design §8): limits of time, size and number before Next's code runs, and headers on every
 * answer; nothing is routed here. The time limits end with the request: a live stream, a PDF and an export take as long
 * as they take.
 */
export function createDashboardServer(render: Handle, options: DashboardOptions): Server {
  const { isSeal, isToken, onAnswered, onFault, onPageFault, onRefused, trustedProxies, developing = false } = options;
  const origin = new URL(options.origin);
  const headers = { ...securityHeaders({ https: origin.protocol === "https:" }), "content-security-policy": POLICY };
  const turn = createTurn();
  const known = new Set<string>();

  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    onRefused(status);
    sendRefusal(request, response, status);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, keep: () => void) => {
    const token = bearerOf(request.headers.authorization);
    const pass = token ?? sealOf(request);
    if (!known.has(pass)) {
      await turn();
      if (response.destroyed) return;
      // Next answers an unknown seal or token.
      if (pass !== "" && (await (token === null ? isSeal(pass) : isToken(pass)).catch(() => false))) {
        if (known.size === MAX_CACHED) known.clear();
        known.add(pass);
      }
    }
    if (known.has(pass)) keep();
    // Next would buffer a larger body before the session is checked; no route with tokens takes one.
    if ((token !== null || !known.has(pass)) && !(await isSmall(request))) return refuse(request, response, 413);
    if (response.destroyed) return;
    await watchFaults((faults) => {
      answerUnavailable(response, faults);
      return render(request, response);
    }, onPageFault);
  };
  const handle = (request: IncomingMessage, response: ServerResponse, keep: () => void) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader(REQUEST_ID, request.headers[REQUEST_ID] ?? "");
    // On files of the build Next sets the header, unless it is set already.
    if (!request.url?.startsWith(BUILD_FILES)) preventStoring(response, PUBLIC_FILES.has(pathOf(request)));
    const { socket } = request;
    const began = performance.now();
    response.once("close", () => onAnswered?.(request, response, (performance.now() - began) / 1000));
    response.once("finish", () => leaveIfUnread(request, socket));
    const refused = refusalOf(request, origin) ?? (developing ? null : refusalOfPage(request));
    if (refused) return refuse(request, response, refused);
    // Next passes only headers to handlers, not the socket. Any header of this name from the client is overwritten.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
    answer(request, response, keep).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, 500);
    });
  };
  const peerOf = ({ remoteAddress = "" }: Socket) => ({
    network: trustedProxies > 0 ? null : widerNetworkOf(plainAddress(remoteAddress)),
    reserved: false,
  });
  return createLimitedServer(LIMITS, {
    handle,
    malformed: (status) => {
      onRefused(status);
      return malformed(status, headers);
    },
    peerOf,
    probe: "/api/health/ready",
    upgrades: developing,
  });
}

/**
 * Sets `no-store` on an answer, whatever Next sets, unless it is a file of `public`. It is set last, since Next keeps
 * headers set earlier: the `no-transform` of a stream would be lost, without which a compressing proxy holds the stream
 * back.
 */
function preventStoring(response: ServerResponse, isPublic: boolean): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...given: unknown[]) => {
    const said = String(response.getHeader("cache-control"));
    const not = said.includes("no-transform") ? "no-store, no-transform" : "no-store";
    // An error answer is not the file.
    response.setHeader("cache-control", isPublic && FILE_STATUSES.has(status) ? PUBLIC_FILES_CACHE : not);
    return writeHead(status, ...given);
  };
}

const FILE_STATUSES = new Set([200, 206, 304]);

export const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** Answers 503 with `retry-after`, as handlers do, for a page that failed because the database is unavailable. */
function answerUnavailable(response: ServerResponse, faults: { readonly databaseAway: boolean }): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...given: unknown[]) => {
    if (status !== 500 || !faults.databaseAway) return writeHead(status, ...given);
    response.setHeader("retry-after", "2");
    return writeHead(503, ...given);
  };
}

/**
 * Returns a function that resolves in a turn of the event loop of its own. Requests of strangers begin one after the
 * other, so that requests of signed-in users and of service tokens begin between any two of them.
 */
function createTurn(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
}

/** Gives a client that is still sending a body a moment to read the answer, then closes the connection. */
function leaveIfUnread(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
}

/**
 * The status for a request to another host, or for a request that Next would answer with an error of its own.
 */
function refusalOf(request: IncomingMessage, origin: URL): number | null {
  const { method, url = "", headers } = request;
  if (!METHODS.has(method ?? "")) return 405;
  if (!url.startsWith("/") || decodeSegment(pathOf(request)) === null) return 400;
  if ((request.headersDistinct.host ?? []).length > 1) return 400;
  if (!WITHOUT_HOST.test(url) && !isOurHost(request, origin)) return 421;
  // No page has a server action.
  if (headers["next-action"] !== undefined) return 400;
  const tree = headers["next-router-state-tree"];
  return tree === undefined || isRouterState(tree) ? null : 400;
}

/** The status for a method at a page that Next would take for a call of a server action. */
const refusalOfPage = ({ method, url = "" }: IncomingMessage): number | null =>
  /^\/(?:api|scim)\//.test(url) || PAGE_METHODS.has(method ?? "") ? null : 405;

/**
 * Paths that may be called under any host name: health checks, and the servers of the provider and of the directory. None
 * of these answers depends on a cookie, so a foreign site gains nothing by sending a browser there.
 */
const WITHOUT_HOST = new RegExp(
  [
    "^/(?:api/(?:health/[a-z]+|session/oidc/logout)",
    "scim/v2/(?:ServiceProviderConfig|Users(?:/[\\w-]+)?|(?:ResourceTypes|Schemas)(?:/[\\w:][\\w.:-]*)?))(?:\\?|$)",
  ].join("|"),
);

/**
 * Whether the request is for `APP_ORIGIN`, or for a name of this machine with our port, which a local proxy sends by
 * default. Under any other name a foreign site could send browsers here and read the answers (DNS rebinding).
 */
function isOurHost({ headers, socket }: IncomingMessage, { host, protocol }: URL): boolean {
  const port = protocol === "https:" ? 443 : 80;
  const given = headers.host?.toLowerCase();
  if (given === host || given === `${host}:${port}`) return true;
  return LOOPBACK.some(
    (name) => given === `${name}:${socket.localPort}` || (socket.localPort === 80 && given === name),
  );
}

/** Whether the body is small enough without a session. Its length may be unknown, since some proxies send chunks. */
async function isSmall(request: IncomingMessage): Promise<boolean> {
  const { "transfer-encoding": encoding, "content-length": length } = request.headers;
  return encoding === undefined ? Number(length ?? 0) <= LARGE_BODY : holdBody(request, LARGE_BODY);
}

const SEAL = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`);

const sealOf = ({ headers }: IncomingMessage): string => SEAL.exec(headers.cookie ?? "")?.[1] ?? "";

function isRouterState(header: string | string[]): boolean {
  try {
    return typeof header === "string" && isTree(JSON.parse(decodeURIComponent(header)));
  } catch {
    return false;
  }
}

/** Whether the value is a segment and its subtrees; our own trees are less than half as deep. */
const isTree = (value: unknown, most = 32): boolean =>
  Array.isArray(value) &&
  most > 0 &&
  typeof value[1] === "object" &&
  value[1] !== null &&
  Object.values(value[1]).every((below) => isTree(below, most - 1));

function sendRefusal(request: IncomingMessage, response: ServerResponse, status: number): void {
  const body = bodyOf(status);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
    ...(status === 405 && { allow: [...METHODS].join(", ") }),
  });
  endAndClose(request, response, body);
}

const bodyOf = (status: number): string =>
  JSON.stringify(errorBodyOf(status === 500 ? "INTERNAL_SERVER_ERROR" : "BAD_REQUEST", `${STATUS_CODES[status]}.`));

function malformed(status: number, headers: Record<string, string>): RawAnswer {
  const body = bodyOf(status);
  const own = {
    ...headers,
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  return { headers: Object.entries(own).flat(), body };
}
