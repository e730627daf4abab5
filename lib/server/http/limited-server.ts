import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { asRequest, REQUEST_ID } from "#lib/server/base/request-id.ts";
import { type Bounds, createConnections, type Peer } from "./connections.ts";

export type Limits = {
  headBytes: number;
  headers: number;
  /** From a request's first byte to its last, in milliseconds; what is answered may take longer. */
  requestMs: number;
  /** Connections of the reserve (`connections.ts`). */
  reserve: number;
};

/** Names and values in turn, as `writeHead` takes them. */
export type RawAnswer = { headers: string[]; body: string };

/** Requests of a connection that were sent before the first of them was answered; no client in use sends any. */
const MAX_AT_ONCE = 32;
/**
 * A client that reads nothing of an answer for this time, or for twice as long after a beginning, does not get the
 * rest.
 */
const UNREAD_MS = 30_000;

/** A network, which one attacker may have the whole of, holds no more than a quarter. */
const BOUNDS: Omit<Bounds, "reserve"> = { most: 4_096, mostOfNetwork: 1_024 };

type State = {
  connections: ReturnType<typeof createConnections>;
  answering: Set<ServerResponse>;
  stopping: boolean;
  /** Connections and requests so far. */
  arrived: number;
  /** When the last two probes were told that the server is ready. */
  probedAt: [number, number];
  /** A probe was told that it is not any more. */
  told: PromiseWithResolvers<void>;
};
const stateOf = new WeakMap<Server, State>();

export type Answers = {
  /** The request has an id, in its header and in log lines. `keep`: until its next request, the connection does not give way to others. */
  handle(request: IncomingMessage, response: ServerResponse, keep: () => void): void;
  /** The answer to a malformed request: status 400, 408 or 431. */
  malformed(status: number, socket: Socket): RawAnswer;
  peerOf(socket: Socket): Peer;
  /** The path by which balancers ask whether the server is ready. */
  probe: string;
  /** Whether listeners may upgrade connections to another protocol. */
  upgrades?: boolean;
};

/**
 * A server with limits of time, size and number that hold before any of our code runs. The requests of a connection are
 * handled one after the other: sent all at once, they would else take the place of what others have sent meanwhile.
 */
export function createLimitedServer(limits: Limits, { handle, malformed, peerOf, probe, upgrades }: Answers): Server {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: 10_000,
    requestTimeout: limits.requestMs,
    // Longer than the idle time of common proxies, which would else send into a connection that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    // About the bytes of an unread body that are taken off the wire, on each of a thousand connections.
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
    told: Promise.withResolvers(),
  };
  stateOf.set(server, state);
  server.on("connection", (socket) => {
    state.arrived += 1;
    connections.admit(socket, peerOf(socket));
  });
  server.timeout = UNREAD_MS;
  server.on("timeout", (socket) => {
    // A handler may take its time, and a live stream wait for something to say.
    if (!connections.isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });
  const queues = new WeakMap<Socket, { last: Promise<void>; length: number }>();
  server.on("request", (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? { last: Promise.resolve(), length: 0 };
    queues.set(socket, queue);
    if (queue.length === MAX_AT_ONCE) {
      socket.destroy();
      return;
    }
    queue.length += 1;
    state.arrived += 1;
    connections.begin(socket);
    state.answering.add(response);
    if (state.stopping) response.shouldKeepAlive = false;
    if (request.url?.split("?", 1)[0] === probe) response.once("finish", () => noteProbe(state, response.statusCode));
    const answer = () =>
      asRequest((id) => {
        request.headers[REQUEST_ID] = id;
        handle(request, response, () => connections.keep(socket));
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

/** Two probes this close together are of one look, as of a start that waits for the first answer. */
const SAME_LOOK_MS = 1_000;
/** A balancer that has asked twice in this time asks again soon, and is waited for. */
const PROBED_WITHIN_MS = 30_000;
const TELL_MS = 4_000;
/** What was sent before the signal is read until nothing arrives for this time, which a busy process takes turn by turn. */
const ARRIVE_MS = 100;
/** Part of the patience after which the server listens no longer in any case: a turn of the loop accepts one connection. */
const ARRIVE_PART = 0.6;
const POLL_MS = 50;

/** The longest stop of a server; processes are killed after ten seconds, by the launcher and by Docker. */
export const STOP_MS = 8_000;

function noteProbe(state: State, status: number): void {
  const [, last] = state.probedAt;
  const now = performance.now();
  if (state.stopping) state.told.resolve();
  else if (status === 200 && now - last >= SAME_LOOK_MS) state.probedAt = [last, now];
}

/**
 * Stops a limited server without cutting an answer: each closes its connection, balancers learn that it is not ready, and
 * then it listens no longer. What is not answered after `patienceMs` is cut, upgraded connections included.
 */
export async function stopServer(server: Server, patienceMs = STOP_MS): Promise<void> {
  const state = stateOf.get(server);
  if (!state) throw new Error("not a limited server");
  const { connections, answering } = state;
  const patience = setTimeout(() => connections.endAll(), patienceMs);
  const began = performance.now();
  state.stopping = true;
  for (const response of answering) response.shouldKeepAlive = false;
  const isProbed = began - state.probedAt[0] < PROBED_WITHIN_MS;
  if (isProbed) await Promise.race([state.told.promise, delay(TELL_MS)]);
  for (let before = -1; before !== state.arrived && performance.now() - began < patienceMs * ARRIVE_PART; ) {
    before = state.arrived;
    await delay(ARRIVE_MS);
    // After a busy turn the timer is due before anything is read.
    await nextTurn();
  }
  const closed = once(server, "close");
  server.close();
  // Closing ends connections that idle now, but neither those that idle later nor those that never sent anything.
  const idle = setInterval(() => {
    server.closeIdleConnections();
    connections.endUnused();
  }, POLL_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}

/** Bytes of a refused request that are still read, and the time for its sender to read the answer. */
const MAX_TAKEN = 64 * 1024;
const LINGER_MS = 1_000;

/**
 * Ends an answer after which the connection is closed. Where the request is not here to its end, that is a moment later:
 * closing under the sender's hands would look like a network error, and let a hostile one come again at once. A body of
 * more than `mostTaken` bytes, or of unknown length, stays with its sender.
 */
export function endAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  mostTaken = MAX_TAKEN,
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
  if (encoding === undefined && Number(length ?? 0) <= mostTaken) request.resume();
  else request.pause();
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function rawText(status: number, { headers, body }: RawAnswer): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
