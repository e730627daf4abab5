import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { SCIM_TYPE, scimErrorBody } from "#lib/access/server/scim/responses.ts";
import { type ErrorCode, errorBodyOf } from "#lib/platform/contract/error.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { PEER_HEADER, plainAddress, widerNetworkOf } from "#lib/platform/server/base/client-address.ts";
import { REQUEST_ID } from "#lib/platform/server/base/request-id.ts";
import { inTurn } from "#lib/platform/server/base/request-turn.ts";
import {
  createLimitedServer,
  endAndClose,
  type Limits,
  type Place,
  type RawAnswer,
} from "#lib/platform/server/http/limited-server.ts";
import { watchFaults } from "#lib/platform/server/http/page-faults.ts";
import { PUBLIC_FILES, PUBLIC_FILES_CACHE } from "#lib/platform/server/http/public-files.ts";
import { securityHeaders } from "#lib/platform/server/http/security-headers.ts";
import { type AdmissionOptions, addressOf, createAdmission, endWithAnswer } from "./admission.ts";
import { BUILD_FILES } from "./build-files.ts";

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Probe = () => Promise<{ status: number; body: object }>;

export type DashboardOptions = AdmissionOptions & {
  /** The address of the dashboard in browsers (`APP_ORIGIN`). */
  origin: string;
  /** The answers to the probes of balancers, supervisors and the launcher, by their paths. */
  probes: Record<string, Probe>;
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
const LINGER_MS = 1_000;
/** The least time between two answers to probes of a connection: thousands of probes would take the processor. */
const PROBE_PAUSE_MS = 500;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const RETRY_AFTER_SECONDS = 2;
const PROBE_METHODS = new Set(["GET", "HEAD"]);
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
  const { onAnswered, onFault, onPageFault, onRefused, probes, trustedProxies, developing = false } = options;
  const origin = new URL(options.origin);
  const headers = { ...securityHeaders({ https: origin.protocol === "https:" }), "content-security-policy": POLICY };
  const { admit, noteConnection } = createAdmission(options);
  const probedAt = new WeakMap<Socket, number>();

  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    onRefused(status);
    sendRefusal(request, response, status);
  };
  const answerProbe = async ({ socket }: IncomingMessage, response: ServerResponse, probe: Probe) => {
    const pause = (probedAt.get(socket) ?? Number.NEGATIVE_INFINITY) + PROBE_PAUSE_MS - performance.now();
    if (pause > 0) await delay(pause);
    probedAt.set(socket, performance.now());
    const { status, body } = await probe();
    const text = JSON.stringify(body);
    const head = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    if (!response.destroyed) response.writeHead(status, head).end(text);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, { keep }: Place) => {
    const probe = PROBE_METHODS.has(request.method ?? "") ? probes[pathOf(request)] : undefined;
    if (probe) return answerProbe(request, response, probe);
    const admitted = await admit(request, keep);
    // A client that was answered at once would only ask again at once.
    if (admitted === 503) await delay(LINGER_MS);
    if (typeof admitted === "number") return response.destroyed || refuse(request, response, admitted);
    if (response.destroyed) return admitted();
    endWithAnswer(response, admitted);
    await watchFaults((faults) => {
      answerUnavailable(response, faults);
      return inTurn(admitted, () => render(request, response));
    }, onPageFault);
  };
  const handle = (request: IncomingMessage, response: ServerResponse, place: Place) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader(REQUEST_ID, request.headers[REQUEST_ID] ?? "");
    // On files of the build Next sets the header, unless it is set already.
    if (!request.url?.startsWith(BUILD_FILES)) preventStoring(response, PUBLIC_FILES.has(pathOf(request)));
    const { socket } = request;
    const began = performance.now();
    response.once("close", () => onAnswered?.(request, response, (performance.now() - began) / 1000));
    response.once("finish", () => leaveIfUnread(request, socket));
    const refusedPage = developing ? null : refusalOfPage(request);
    const refused = refusalOf(request, origin) ?? refusedPage ?? (place.isCrowded ? 503 : null);
    if (refused) return refuse(request, response, refused);
    // Next passes only headers to handlers, not the socket. Any header of this name from the client is overwritten.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
    answer(request, response, place).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, 500);
    });
  };
  const peerOf = ({ remoteAddress = "" }: Socket) => ({
    network: trustedProxies > 0 ? null : widerNetworkOf(plainAddress(remoteAddress)),
    reserved: false,
  });
  const server = createLimitedServer(LIMITS, {
    handle,
    malformed: (status) => {
      onRefused(status);
      return malformed(status, headers);
    },
    peerOf,
    clientOf: (request) => widerNetworkOf(addressOf(request, trustedProxies)),
    probe: "/api/health/ready",
    upgrades: developing,
  });
  return server.on("connection", noteConnection);
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

/** Addresses of programs, which are no pages. */
const OF_PROGRAMS = /^\/(?:api|scim)(?:[/?]|$)/;
const OF_DIRECTORIES = /^\/scim(?:[/?]|$)/;

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
  OF_PROGRAMS.test(url) || PAGE_METHODS.has(method ?? "") ? null : 405;

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
  const isScim = OF_DIRECTORIES.test(request.url ?? "");
  const body = isScim ? JSON.stringify(scimErrorBody(status, `${STATUS_CODES[status]}.`)) : bodyOf(status);
  response.writeHead(status, {
    "content-type": isScim ? SCIM_TYPE : "application/json",
    "content-length": Buffer.byteLength(body),
    ...(status === 503 && request.complete ? {} : { connection: "close" }),
    ...(status === 503 && { "retry-after": String(RETRY_AFTER_SECONDS) }),
    ...(status === 405 && { allow: [...METHODS].join(", ") }),
  });
  endAndClose(request, response, body);
}

const CODES: Record<number, ErrorCode> = { 500: "INTERNAL_SERVER_ERROR", 503: "TOO_MANY_REQUESTS" };

const bodyOf = (status: number): string =>
  JSON.stringify(errorBodyOf(CODES[status] ?? "BAD_REQUEST", `${STATUS_CODES[status]}.`));

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
