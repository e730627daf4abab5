import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clientAddress, PEER_HEADER } from "#lib/server/base/client-address.ts";
import { endConnections } from "#lib/server/http/limited-server.ts";
import { createDashboardServer } from "./server.ts";

let server: Server;
let handled: IncomingMessage[];
let faults: unknown[];
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

beforeEach(async () => {
  handled = [];
  faults = [];
  answer = async (_request, response) => void response.end("a page");
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    handled.push(request);
    await answer(request, response);
  };
  server = createDashboardServer(handle, {
    https: true,
    trustedProxies: 0,
    isSeal: async (seal) => seal === "sealed%20here",
    onFault: (error) => faults.push(error),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const SIGNED_IN = "cookie: a=b; __Host-cotejo=sealed%20here; c=d";

const port = () => (server.address() as AddressInfo).port;

/** The answer to these bytes, as it is on the wire. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let said = "";
    const socket = connect(port(), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      said += chunk;
      // Nothing follows a refusal.
      if (said.endsWith("}")) socket.end();
    });
    socket.on("close", () => resolve(said)).on("error", reject);
  });

const request = (line: string, ...headers: string[]) =>
  raw(`${[`${line} HTTP/1.1`, "host: x", "connection: close", ...headers].join("\r\n")}\r\n\r\n`);

/** What every answer has, whichever code wrote it. */
function expectHeaders(said: string): void {
  for (const header of [
    "x-content-type-options: nosniff",
    "referrer-policy: no-referrer",
    "x-frame-options: DENY",
    "strict-transport-security: max-age=",
    "content-security-policy: default-src 'none'",
    "cache-control: no-store",
  ]) {
    expect(said.toLowerCase()).toContain(header.toLowerCase());
  }
}

it("hands requests over, and what it hands over has every header", async () => {
  const said = await request("GET /verifications?q=100%");
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expectHeaders(said);
  expect(handled).toHaveLength(1);
});

it.each([
  ["GET /live HTTP/1.1", "upgrade: websocket"],
  ["GET / HTTP/1.1", "upgrade: h2c"],
  ["POST /api/session HTTP/1.1", "upgrade: anything, else"],
])("%s with %s is answered as any other request, though Next listens", async (line, upgrade) => {
  answer = async ({ socket }, response) => {
    // As Next does at the first request, where it is given no server.
    const { server: own } = socket as unknown as { server: Server };
    if (own.listenerCount("upgrade") === 0) own.on("upgrade", async () => undefined);
    response.end("a page");
  };
  await request("GET /");
  expect(server.listenerCount("upgrade")).toBe(1);
  for (let count = 0; count < 20; count++) {
    const head = [line, "host: x", "connection: Upgrade, close", upgrade, "content-length: 0"];
    expect(await raw(`${head.join("\r\n")}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  }
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
});

it("what a stream says of itself is on the wire, and nothing that would store it", async () => {
  const said: [string | null, string][] = [
    ["no-store, no-transform", "no-store, no-transform"],
    ["private, no-transform, max-age=9", "no-store, no-transform"],
    ["s-maxage=31536000", "no-store"],
    [null, "no-store"],
  ];
  for (const [own, sent] of said) {
    answer = async (_request, response) => {
      if (own !== null && !response.hasHeader("cache-control")) response.setHeader("cache-control", own);
      response.write("half");
      response.end();
    };
    expect(/cache-control: (.*)\r/i.exec(await request("GET /api/live"))?.[1]).toBe(sent);
  }
});

it("when there is room for no other, who has a session stays, and the longest idle stranger goes", async () => {
  const open = async (...headers: string[]) => {
    const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
    const closed = vi.fn();
    socket.on("close", closed);
    socket.write(`${["GET / HTTP/1.1", "host: x", ...headers].join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    return { socket, closed };
  };
  const own = await open(SIGNED_IN);
  const strangers = [await open("cookie: __Host-cotejo=made%20up")];
  while (strangers.length < 1_023) strangers.push(await open());
  const further = await open();
  await expect.poll(() => strangers[0]?.closed.mock.calls.length).toBe(1);
  expect([own, strangers[1], further].map((one) => one?.closed.mock.calls.length)).toEqual([0, 0, 0]);
  for (const { socket } of [own, further, ...strangers]) socket.destroy();
});

it("a client that never reads its answer loses its connection, one that waits for an answer or more of a stream does not", async () => {
  server.timeout = 500;
  let waited = 0;
  answer = async ({ url }, response) => {
    if (url === "/large") {
      response.end(Buffer.alloc(64 * 2 ** 20));
      return;
    }
    response.write("half");
    while (waited < 75) {
      await delay(20);
      waited += 1;
    }
    response.end("whole");
  };
  const unread = connect(port(), "127.0.0.1").on("error", () => undefined);
  unread.pause();
  unread.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(await request("GET /slow")).toContain("whole");
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  unread.destroy();
});

it("ends with all of its connections, those that were taken over for another protocol too", async () => {
  const developed = createDashboardServer(answer, {
    https: false,
    trustedProxies: 1,
    upgrades: true,
    isSeal: async () => false,
    onFault: () => undefined,
  });
  developed.on("upgrade", () => undefined);
  developed.listen(0, "127.0.0.1");
  await once(developed, "listening");
  const socket = connect((developed.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  const taken = once(developed, "upgrade");
  socket.write("GET /_next/hmr HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n");
  await taken;
  const closed = once(developed.close(), "close");
  endConnections(developed);
  await closed;
  socket.destroy();
});

it("leaves the caching of the build's files to Next", async () => {
  expect(await request("GET /_next/static/chunks/a.js")).not.toMatch(/cache-control/i);
});

it.each([
  ["an address that can't be decoded", 400, "GET /%"],
  ["one in the form for proxies", 400, "GET http://example.com/"],
  ["no address at all", 400, "OPTIONS *"],
  ["a method for debugging", 405, "TRACE /"],
  ["a method that nothing here has", 405, "PROPFIND /"],
])("refuses %s before Next sees it", async (_name, status, line) => {
  const said = await request(line);
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expectHeaders(said);
  expect(handled).toEqual([]);
});

it.each(["garbage", "%", "{}", "%5B", "null"])("refuses a router's header that is none: %s", async (tree) => {
  const said = await request("GET /verifications", `next-router-state-tree: ${tree}`);
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expectHeaders(said);
  expect(handled).toEqual([]);
});

it("takes a router's header as browsers send it", async () => {
  const tree = encodeURIComponent(JSON.stringify(["", { children: ["verifications", {}] }]));
  expect(await request("GET /verifications", "rsc: 1", `next-router-state-tree: ${tree}`)).toMatch(/^HTTP\/1\.1 200 /);
});

it.each([
  ["is malformed", "GET\r\n\r\n", 400],
  ["has too large a head", `GET / HTTP/1.1\r\nhost: x\r\na: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["says its length twice", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", 400],
])("answers what %s with every header, and closes", async (_name, text, status) => {
  const said = await raw(text);
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expectHeaders(said);
});

it("answers 500 without a word of the inside where Next fails, and closes an answer that has begun", async () => {
  answer = async () => {
    throw new Error("a secret of the inside");
  };
  const said = await request("GET /");
  expect(said).toMatch(/^HTTP\/1\.1 500 /);
  expectHeaders(said);
  expect(said).not.toContain("secret");
  answer = async (_request, response) => {
    response.write("half");
    await new Promise(setImmediate);
    throw new Error("too late");
  };
  expect(await request("GET /")).toContain("half");
  expect(faults).toHaveLength(2);
});

it("disconnects a client that goes on sending a body that was answered", async () => {
  const socket = connect(port(), "127.0.0.1");
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  // Not once(), which an error would reject: a reset is one way of being disconnected.
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.on("close", resolve));
  answer = async (request, response) => {
    // As a handler that stops reading: nothing reads the rest by itself.
    request.once("readable", () => void request.read());
    await once(request, "readable");
    response.writeHead(413).end("too large");
  };
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${SIGNED_IN}\r\ntransfer-encoding: chunked\r\n\r\n`);
  const sending = setInterval(() => socket.write("400\r\n".concat("x".repeat(1024), "\r\n")), 20);
  await closed;
  clearInterval(sending);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});

it("says who is connected, whatever the request claims", async () => {
  await request("GET /", `${PEER_HEADER}: 198.51.100.1`, "x-forwarded-for: 198.51.100.2");
  const headers = new Headers(handled[0]?.headers as Record<string, string>);
  expect([headers.get(PEER_HEADER), clientAddress(headers, 0)]).toEqual(["127.0.0.1", "127.0.0.1"]);
});

it.each([
  ["announced", "content-length: 65537", 413],
  ["in chunks", "transfer-encoding: chunked", 411],
])("a large body, %s, is not for Next unless its sender has a session", async (_how, length, status) => {
  const refused = new RegExp(`^HTTP/1\\.1 ${status} `);
  expect(await request("POST /api/imports/verifications", length, "cookie: __Host-cotejo=made%20up")).toMatch(refused);
  expect(await request("POST /api/imports/verifications", length)).toMatch(refused);
  expect(handled).toEqual([]);
  expect(await request("POST /api/imports/verifications", length, SIGNED_IN)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await request("POST /api/session", "content-length: 0")).toMatch(/^HTTP\/1\.1 200 /);
});

it("the requests of a connection are handled one after the other, each in its turn", async () => {
  const first = Promise.withResolvers<void>();
  answer = async ({ url }, response) => {
    if (url === "/a") await first.promise;
    response.end(url);
  };
  const said = raw(["/a", "/b", "/c"].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""));
  await expect.poll(() => handled.length).toBe(1);
  expect(await request("GET /other")).toContain("/other");
  expect(handled.map(({ url }) => url)).toEqual(["/a", "/other"]);
  first.resolve();
  await expect.poll(() => handled.length).toBe(4);
  server.closeIdleConnections();
  expect((await said).match(/\/[abc]/g)).toEqual(["/a", "/b", "/c"]);
});

it("a connection that sends more and more before it is answered is closed", async () => {
  answer = () => new Promise(() => undefined);
  expect(await raw("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(33))).toBe("");
  expect(handled).toHaveLength(1);
});

it("what comes at once from strangers begins one after the other, and a person's request between them", async () => {
  const sockets = await Promise.all(
    Array.from({ length: 61 }, async () => {
      const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    }),
  );
  const [own, ...strange] = sockets;
  // Accepted, all of them: what comes next is read at once.
  await request("GET /", SIGNED_IN);
  handled = [];
  for (const socket of strange) socket.write("POST /strange HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
  own?.write(`GET /own HTTP/1.1\r\nhost: x\r\n${SIGNED_IN}\r\n\r\n`);
  await expect.poll(() => handled.length).toBe(61);
  for (const socket of sockets) socket.destroy();
  expect(handled.findIndex(({ url }) => url === "/own")).toBeLessThan(30);
});

it("who is refused in the middle of a body reads the answer, and can't begin again at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
    const answered = new Promise<string>((resolve) => {
      let said = "";
      socket.on("data", (chunk) => {
        said += chunk;
        if (said.includes("}")) resolve(said);
      });
    });
    const closed = new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 ** 20}\r\n\r\n`);
    socket.write(Buffer.alloc(2 ** 19, "x"));
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(await Promise.race([closed, request("GET /other")])).toContain("a page");
    vi.advanceTimersByTime(1_000);
    expect(await closed).toBe("closed");
  } finally {
    vi.useRealTimers();
  }
});

it("of a body that nobody reads little is taken off the wire", async () => {
  const taken = Promise.withResolvers<IncomingMessage["socket"]>();
  answer = async ({ socket }) => taken.resolve(socket);
  const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${SIGNED_IN}\r\ncontent-length: ${2 ** 20}\r\n\r\n`);
  socket.write(Buffer.alloc(2 ** 20, "x"));
  const peer = await taken.promise;
  answer = async (_request, response) => void response.end("a page");
  for (let turn = 0; turn < 5; turn++) await request("GET /other");
  expect(peer.bytesRead).toBeLessThanOrEqual(96 * 1024);
  socket.destroy();
});
