import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { asRequest, REQUEST_ID } from "#lib/platform/server/base/request-id.ts";
import { type Bounds, createConnections, type Peer } from "./connections.ts";

export type Limits = {
  headBytes: number;
  headers: number;
  /** Milliseconds from the first to the last byte of a request; the answer may take longer. */
  requestMs: number;
  reserve: number;
};

/** Names and values in turn, as `writeHead` takes them. */
export type RawAnswer = { headers: string[]; body: string };

/** Requests that a connection may send before the first is answered (pipelining); no client in use sends any. */
const MAX_PIPELINED = 32;
/** A connection is closed if its client reads nothing of an answer for this time, or twice as long once it began. */
const UNREAD_TIMEOUT_MS = 30_000;

/** One network has at most a quarter of the connections: an attacker may control all addresses of a network. */
const BOUNDS: Omit<Bounds, "reserve"> = { maxConnections: 4_096, maxPerNetwork: 1_024 };

type State = {
  connections: ReturnType<typeof createConnections>;
  answering: Set<ServerResponse>;
  stopping: boolean;
  /** Connections and requests so far. */
  arrived: number;
  /** Times of the last two probes with the answer that the server is ready, by `performance.now()`. */
  probedAt: [number, number];
  /** Resolves when a probe gets an answer while the server stops. */
  probedWhileStopping: PromiseWithResolvers<void>;
};
const stateOf = new WeakMap<Server, State>();

/** The connection of a request, for its handler. */
export type Place = {
  /** The connection is not closed for others until its next request. */
  keep(): void;
  /** The request's client has its share of a proxy's connections already, and gets an answer without any work. */
  isCrowded: boolean;
};

export type Answers = {
  /** The header `REQUEST_ID` has the id of log lines. */
  handle(request: IncomingMessage, response: ServerResponse, place: Place): void;
  /** The answer to a malformed request: status 400, 408 or 431. */
  malformed(status: number, socket: Socket): RawAnswer;
  peerOf(socket: Socket): Peer;
  /** The network of the client of a request that a proxy passes on; null for a client without a bound. */
  clientOf(request: IncomingMessage): string | null;
  /** The path by which balancers ask whether the server is ready. */
  probe: string;
  /** Whether listeners may upgrade connections to another protocol. */
  upgrades?: boolean;
};

/**
 * A server with limits of time, size and number that apply before any of our code. The requests of a connection are
 * handled one after the other: many sent at once would displace the requests of others.
 */
export function createLimitedServer(limits: Limits, answers: Answers): Server {
  const { handle, malformed, peerOf, clientOf, probe, upgrades } = answers;
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: 10_000,
    requestTimeout: limits.requestMs,
    // Longer than the idle time of common proxies, which would else send into a connection that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    // The bytes of an unread body that are read from the socket, roughly; thousands of connections may have one.
    highWaterMark: 16 * 1024,
    // An upgrade request is answered as plain HTTP: Next's own listener would leave it without an answer.
    ...(!upgrades && { shouldUpgradeCallback: () => false }),
  });
  server.maxHeadersCount = limits.headers;
  const connections = createConnections({ ...BOUNDS, reserve: limits.reserve });
  const state: State = {
    connections,
    answering: new Set(),
    stopping: false,
    arrived: 0,
    probedAt: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    probedWhileStopping: Promise.withResolvers(),
  };
  stateOf.set(server, state);
  server.on("connection", (socket) => {
    state.arrived += 1;
    connections.admit(socket, peerOf(socket));
  });
  server.timeout = UNREAD_TIMEOUT_MS;
  server.on("timeout", (socket) => {
    // A busy connection without unread bytes stays open: its handler may be slow, or its live stream may have nothing to send.
    if (!connections.isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });
  const queues = new WeakMap<Socket, { last: Promise<void>; length: number }>();
  server.on("request", (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? { last: Promise.resolve(), length: 0 };
    queues.set(socket, queue);
    if (queue.length === MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    queue.length += 1;
    state.arrived += 1;
    const isCrowded = !connections.begin(socket, () => clientOf(request));
    state.answering.add(response);
    if (state.stopping) response.shouldKeepAlive = false;
    if (request.url?.split("?", 1)[0] === probe) response.once("finish", () => noteProbe(state, response.statusCode));
    const answer = () =>
      asRequest((id) => {
        request.headers[REQUEST_ID] = id;
        handle(request, response, { isCrowded, keep: () => connections.keep(socket) });
      });
    if (queue.length === 1) answer();
    else queue.last.then(() => socket.destroyed || answer());
    queue.last = new Promise((resolve) => {
      response.once("close", () => {
        queue.length -= 1;
        state.answering.delete(response);
        connections.end(socket);
        resolve();
      });
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || !(socket instanceof Socket) || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
    socket.end(rawText(status, malformed(status, socket)), () => socket.destroy());
  });
  return server;
}

/** Probes within this time count as one, such as those of a start that waits for the first answer. */
const SAME_PROBE_MS = 1_000;
/** A balancer with two probes within this time will probe again soon, and the stop waits for that probe. */
const PROBED_WITHIN_MS = 30_000;
const PROBE_TIMEOUT_MS = 4_000;
/**
 * The stop reads requests that were sent before the signal, until none arrives for a pause, or for a share of the timeout:
 * new connections may keep arriving. Then a short pause is enough: Node accepts one connection in a turn of its loop, and
 * the end of listening resets the connections that wait.
 */
const ARRIVAL_PAUSES = [
  { pauseMs: 100, share: 0.6 },
  { pauseMs: 5, share: 0.7 },
];
const POLL_MS = 50;

/** The timeout for the stop of a server; the launcher and Docker kill a process after ten seconds. */
export const STOP_MS = 8_000;

function noteProbe(state: State, status: number): void {
  const [, last] = state.probedAt;
  const now = performance.now();
  if (state.stopping) state.probedWhileStopping.resolve();
  else if (status === 200 && now - last >= SAME_PROBE_MS) state.probedAt = [last, now];
}

/**
 * Stops a limited server after the running requests: each answer closes its connection, balancers learn that it is not
 * ready, then it stops listening. Requests without an answer after `timeoutMs` are cut, upgraded connections included.
 */
export async function stopServer(server: Server, timeoutMs = STOP_MS): Promise<void> {
  const state = stateOf.get(server);
  if (!state) throw new Error("not a limited server");
  const { connections, answering } = state;
  const timeout = setTimeout(() => connections.endAll(), timeoutMs);
  const began = performance.now();
  state.stopping = true;
  for (const response of answering) response.shouldKeepAlive = false;
  const isProbed = began - state.probedAt[0] < PROBED_WITHIN_MS;
  if (isProbed) await Promise.race([state.probedWhileStopping.promise, delay(PROBE_TIMEOUT_MS)]);
  for (const { pauseMs, share } of ARRIVAL_PAUSES) {
    for (let before = -1; before !== state.arrived && performance.now() - began < timeoutMs * share; ) {
      before = state.arrived;
      await delay(pauseMs);
      // After a busy turn the timer fires before the sockets are read.
      await nextTurn();
    }
  }
  const closed = once(server, "close");
  server.close();
  // `close` ends the connections that are idle now, but not those that become idle later or never sent a byte.
  const idle = setInterval(() => {
    server.closeIdleConnections();
    connections.endUnused();
  }, POLL_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timeout);
}

/** Bytes of a refused request that are still read, and the time for its client to read the answer. */
const MAX_DISCARDED = 64 * 1024;
const LINGER_MS = 1_000;

/**
 * Ends an answer after which the connection is closed. While the request is incomplete the end is delayed: a close
 * while the client sends would look like a network error, and would let a hostile client reconnect at once. A body of
 * more than `maxDiscarded` bytes, or of unknown length, is not read.
 */
export function endAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  maxDiscarded = MAX_DISCARDED,
): void {
  if (request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on("end", finish).on("close", finish);
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) <= maxDiscarded) request.resume();
  else request.pause();
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function rawText(status: number, { headers, body }: RawAnswer): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
