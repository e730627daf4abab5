import { once } from "node:events";
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLimitedServer, stopServer } from "./limited-server.ts";

const LIMITS = { headBytes: 8_192, headers: 64, requestMs: 30_000, reserve: 0 };
const UNDER_WAY = 100;

let server: Server;
let held: ServerResponse[];
let isReady: boolean;

beforeEach(async () => {
  held = [];
  isReady = true;
  server = createLimitedServer(LIMITS, {
    handle: ({ url }, response) => {
      if (url === "/ready") response.writeHead(isReady ? 200 : 503).end();
      else held.push(response);
    },
    malformed: () => ({ headers: [], body: "" }),
    peerOf: () => ({ network: null, reserved: false }),
    clientOf: () => null,
    probe: "/ready",
  });
  await listen(server);
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
});

const listen = async (one: Server) => once(one.listen(0, "127.0.0.1"), "listening");
const portOf = (one: Server) => (one.address() as AddressInfo).port;

/** Status and `connection` header of an answer; rejects where the connection is cut. */
function get(port: number, path: string, agent: Agent): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, agent }, (response) => {
      response.resume().on("end", () => resolve([response.statusCode, response.headers.connection]));
      response.on("error", reject);
    });
    asked.on("error", reject).end();
  });
}

/** A proxy that keeps its connections, as nginx does with `keepalive`. */
async function proxyTo(port: number): Promise<Server> {
  const agent = new Agent({ keepAlive: true });
  const proxy = createServer((incoming, outgoing) => {
    const asked = request({ host: "127.0.0.1", port, path: incoming.url, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { "x-upstream-connection": answer.headers.connection ?? "" });
      answer.pipe(outgoing);
    });
    asked.on("error", () => outgoing.writeHead(502).end()).end();
  });
  await listen(proxy);
  return proxy;
}

it.each(["directly", "behind a proxy that keeps connections"])("a hundred requests %s are answered", async (how) => {
  const proxy = how === "directly" ? null : await proxyTo(portOf(server));
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: UNDER_WAY }, () => get(portOf(proxy ?? server), "/work", agent));
  await expect.poll(() => held.length).toBe(UNDER_WAY);
  const stopped = stopServer(server);
  await expect.poll(() => server.listening).toBe(false);
  for (const response of held) response.end("done");
  const outcomes = await Promise.all(answers);
  expect(outcomes.filter(([status]) => status !== 200)).toEqual([]);
  if (!proxy) expect(new Set(outcomes.map(([, connection]) => connection))).toEqual(new Set(["close"]));
  await stopped;
  proxy?.close();
  proxy?.closeAllConnections();
});

it("requests that a busy process has not read at the signal are answered", async () => {
  const sockets = Array.from({ length: UNDER_WAY }, () => connect(portOf(server), "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const firstData = sockets.map(async (socket) => String((await once(socket, "data"))[0]));
  for (const socket of sockets) socket.write("GET /ready HTTP/1.1\r\nhost: x\r\n\r\n");
  const stopped = stopServer(server);
  // Blocks the event loop: nothing is read, and the timer for arrivals is due.
  for (const until = performance.now() + 400; performance.now() < until; );
  const answers = await Promise.all(firstData);
  expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 200"))).toEqual([]);
  await stopped;
});

it("connections that wait to be accepted when the stop has waited long enough for a pause are answered", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  server.on("request", () => {
    for (const until = Date.now() + 10; Date.now() < until; );
  });
  // After these seconds by the real clock the stop cuts what is open: many enough for any machine.
  const stopped = stopServer(server, 60_000);
  // The end of the longer wait falls into the quarter of a second in which one after the other is accepted and answered.
  const answers = Array.from({ length: 25 }, () => get(portOf(server), "/ready", new Agent()));
  vi.advanceTimersByTime(39_000);
  expect((await Promise.allSettled(answers)).filter(({ status }) => status === "rejected")).toEqual([]);
  await stopped;
});

it("a balancer that asks regularly learns that the server is not ready before connections are refused", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const port = portOf(server);
  const probe = () => get(port, "/ready", new Agent());
  for (let count = 0; count < 2; count++) {
    expect(await probe()).toEqual([200, "close"]);
    vi.advanceTimersByTime(2_000);
  }
  isReady = false;
  const stopped = stopServer(server);
  const work = get(port, "/work", new Agent());
  await expect.poll(() => held.length).toBe(1);
  held[0]?.end();
  expect(await work).toEqual([200, "close"]);
  expect(server.listening).toBe(true);
  expect(await probe()).toEqual([503, "close"]);
  await stopped;
  await expect(probe()).rejects.toThrow("ECONNREFUSED");
});

it("a connection opened in advance does not delay the stop, and an unanswered request is cut at the timeout", async () => {
  const ahead = connect(portOf(server), "127.0.0.1");
  await once(ahead, "connect");
  const closed = once(ahead, "close");
  await stopServer(server);
  await closed;
  await listen(server);
  const cut = get(portOf(server), "/work", new Agent()).catch((error: NodeJS.ErrnoException) => error.code);
  await expect.poll(() => held.length).toBe(1);
  await stopServer(server, 200);
  expect(await cut).toBe("ECONNRESET");
});
