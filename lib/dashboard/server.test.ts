import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clientAddress, PEER_HEADER } from "#lib/platform/server/base/client-address.ts";
import { currentRequestId } from "#lib/platform/server/base/request-id.ts";
import { leaveTurn } from "#lib/platform/server/base/request-turn.ts";
import { stopServer } from "#lib/platform/server/http/limited-server.ts";
import type { PageFaults } from "#lib/platform/server/http/page-faults.ts";
import { createDashboardServer } from "./server.ts";

let server: Server;
let handled: IncomingMessage[];
let faults: unknown[];
let refused: number[];
let failed: string[];
let probeStatus: number;
/** The server behind a proxy. */
let proxied: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

beforeEach(async () => {
  handled = [];
  faults = [];
  refused = [];
  failed = [];
  probeStatus = 200;
  answer = async (_request, response) => void response.end("a page");
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    handled.push(request);
    await answer(request, response);
  };
  const options = {
    origin: "https://x",
    onRefused: (status: number) => refused.push(status),
    probes: { "/probe": async () => ({ status: probeStatus, body: { status: "as it is" } }) },
    isSeal: async (seal: string) => SEALS.includes(seal),
    isToken: async (token: string) => token === "cot_known",
    onFault: (error: unknown) => faults.push(error),
    onPageFault: (digest: string) => failed.push(digest),
  };
  server = createDashboardServer(handle, { ...options, trustedProxies: 0 });
  proxied = createDashboardServer(handle, { ...options, trustedProxies: 1 });
  for (const one of [server, proxied]) await once(one.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  for (const one of [server, proxied]) {
    one.closeAllConnections();
    one.close();
  }
});

const SEALS = ["sealed%20here", "ana", "beto"];

const SIGNED_IN = "cookie: a=b; __Host-cotejo=sealed%20here; c=d";
const WITH_TOKEN = "authorization: Bearer cot_known";

const port = () => (server.address() as AddressInfo).port;

/** The bytes of the answer to a request of these bytes. */
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

/** The headers that every answer has. */
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

it("hands requests over to Next, and Next's answers get every header", async () => {
  const said = await request("GET /verifications?q=100%");
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expectHeaders(said);
  expect(handled).toHaveLength(1);
});

it.each([
  ["GET /live HTTP/1.1", "upgrade: websocket"],
  ["GET / HTTP/1.1", "upgrade: h2c"],
  ["POST /api/session HTTP/1.1", "upgrade: anything, else"],
])("answers %s with %s as any other request, though Next listens for it", async (line, upgrade) => {
  answer = async ({ socket }, response) => {
    // Next does this at the first request if it is given no server.
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

it("keeps the headers that a stream sets, and no header that would cache it", async () => {
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

it("when connections are full, sessions stay, and the longest idle stranger is closed", async () => {
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

it("closes a client that never reads its answer, but not a client that waits for an answer or for more of a stream", async () => {
  // From the request on: a stall of this process between connection and request would make the connection an idle one.
  server.prependListener("request", ({ socket }: IncomingMessage) => socket.setTimeout(500));
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

it("ends with all of its connections, including those upgraded to another protocol", async () => {
  const developed = createDashboardServer(answer, {
    origin: "http://x",
    trustedProxies: 1,
    developing: true,
    probes: {},
    onRefused: () => undefined,
    isSeal: async () => false,
    isToken: async () => false,
    onFault: () => undefined,
  });
  developed.on("upgrade", () => undefined);
  developed.listen(0, "127.0.0.1");
  await once(developed, "listening");
  const socket = connect((developed.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  const taken = once(developed, "upgrade");
  socket.write("GET /_next/hmr HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n");
  await taken;
  await stopServer(developed, 100);
  socket.destroy();
});

it("lets files of the folder public be cached for an hour, and no error answer", async () => {
  const cached = async (line: string) => /cache-control: (.*)\r/i.exec(await request(line))?.[1];
  expect(await cached("GET /icon.svg?v=1")).toBe("public, max-age=3600");
  expect(await cached("GET /icon.svg/more")).toBe("no-store");
  expect(await cached("POST /icon.svg")).toBe("no-store");
  for (const status of [404, 500, 307]) {
    answer = async (_request, response) => void response.writeHead(status, { location: "/" }).end();
    expect([status, await cached("GET /icon.svg")]).toEqual([status, "no-store"]);
  }
});

it("leaves the caching of the build's files to Next", async () => {
  expect(await request("GET /_next/static/chunks/a.js")).not.toMatch(/cache-control/i);
});

it.each<[string, number, string, ...string[]]>([
  ["an address that can't be decoded", 400, "GET /%"],
  ["one in the form for proxies", 400, "GET http://example.com/"],
  ["no address at all", 400, "OPTIONS *"],
  ["a method for debugging", 405, "TRACE /"],
  ["a method that nothing here has", 405, "PROPFIND /"],
  [
    "what is posted to a page",
    405,
    "POST /verifications",
    "content-type: multipart/form-data; boundary=a",
    "content-length: 0",
  ],
  ["a page that is to be deleted", 405, "DELETE /apis"],
  ["a call of a server action", 400, "POST /api/session", "next-action: 7f00", "content-length: 0"],
  ["one by GET", 400, "GET /login", "Next-Action: x"],
  ["two names", 400, "GET /api/health/live", "host: x"],
])("refuses %s before Next sees it", async (_name, status, line, ...headers) => {
  const said = await request(line, ...headers);
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(refused).toEqual([status]);
  expectHeaders(said);
  expect(handled).toEqual([]);
});

it("refuses in the form of SCIM below /scim", async () => {
  const said = await request("PROPFIND /scim/v2/Users");
  expect(said).toContain('"schemas":["urn:ietf:params:scim:api:messages:2.0:Error"],"status":"405"');
});

/** A router state of `depth` nested segments. */
const treeOf = (depth: number): string => `["",{${'"children":["a",{'.repeat(depth - 1)}${"}]".repeat(depth - 1)}}]`;

it.each<[string, string]>([
  ["no JSON", "garbage"],
  ["no encoding", "%"],
  ["no list", "{}"],
  ["no whole list", "%5B"],
  ["null", "null"],
  ["nothing in a list", "[]"],
  ["without trees below", '["",null]'],
  ["with something else below", '["",{"children":{}}]'],
  ["too deep", treeOf(33)],
  ["very deep", treeOf(600)],
])("refuses an invalid router header: %s", async (_name, tree) => {
  const said = await request("GET /verifications", `next-router-state-tree: ${tree}`);
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expectHeaders(said);
  expect(handled).toEqual([]);
});

it("accepts a router header as browsers send it", async () => {
  for (const sent of [
    JSON.stringify(["", { children: ["verifications", {}], a: ["b", {}, null, "refetch"] }]),
    treeOf(32),
  ]) {
    const tree = encodeURIComponent(sent);
    expect(await request("GET /verifications", "rsc: 1", `next-router-state-tree: ${tree}`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  }
});

it("is reachable under its public name, under this machine's names with its port, and for health checks", async () => {
  const ask = (host: string | null, path = "/login", version = "1.1") =>
    raw(`GET ${path} HTTP/${version}\r\n${host === null ? "" : `host: ${host}\r\n`}connection: close\r\n\r\n`);
  for (const host of ["x", "X", "x:443", `localhost:${port()}`, `127.0.0.1:${port()}`, `[::1]:${port()}`]) {
    expect(await ask(host), host).toMatch(/^HTTP\/1\.1 200 /);
  }
  const others = [
    "",
    "y",
    "x:80",
    "x.y",
    "xx",
    "x@y",
    "x:443:443",
    "localhost",
    "localhost:1",
    `127.0.0.2:${port()}`,
    `y:${port()}`,
  ];
  for (const host of [...others, null]) {
    const version = host === null ? "1.0" : "1.1";
    expect(await ask(host, "/login", version), String(host)).toMatch(/^HTTP\/1\.1 421 /);
    expect(await ask(host, "/api/health/../session", version), String(host)).toMatch(/^HTTP\/1\.1 421 /);
    expect(await ask(host, "/api/health/ready?a", version), String(host)).toMatch(/^HTTP\/1\.1 200 /);
    // The provider's server may use another host name.
    expect(await ask(host, "/api/session/oidc/logout", version), String(host)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(host, "/api/session/oidc/callback", version), String(host)).toMatch(/^HTTP\/1\.1 421 /);
    // The directory's server may too, and its addresses lead only to SCIM.
    for (const path of ["Users", "Users/0a-b?x", "Schemas/urn:ietf:params:scim:schemas:core:2.0:User"]) {
      expect(await ask(host, `/scim/v2/${path}`, version), `${host} ${path}`).toMatch(/^HTTP\/1\.1 200 /);
    }
    for (const path of ["../../login", "Users/../../../login", "Users/%2e%2e/%2e%2e/login", "Schemas/..", "login"]) {
      expect(await ask(host, `/scim/v2/${path}`, version), `${host} ${path}`).toMatch(/^HTTP\/1\.1 421 /);
    }
  }
  expect(await raw("GET /api/health/live HTTP/1.1\r\nconnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

it.each([
  ["is malformed", "GET\r\n\r\n", 400],
  ["has too large a head", `GET / HTTP/1.1\r\nhost: x\r\na: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["says its length twice", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", 400],
])("answers %s with every header, and closes", async (_name, text, status) => {
  const said = await raw(text);
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expectHeaders(said);
});

it("answers 500 without internal details when Next fails, and closes an answer that has begun", async () => {
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

it.each([
  ["25006", 503, "2"],
  ["57P03", 503, "2"],
  ["42P01", 500, undefined],
])("a page that fails at %s of the database is %i", async (code, status, after) => {
  answer = async (_request, response) => {
    // Next reports the fault through `instrumentation.ts` and renders a page with the error.
    await delay(1);
    (globalThis as PageFaults).cotejoPageFault?.(
      new Error("a query failed", { cause: Object.assign(new Error("inside"), { code }) }),
    );
    response.statusCode = 500;
    response.end("a page");
  };
  const said = await request("GET /verifications");
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(/retry-after: (.*)\r/i.exec(said)?.[1]).toBe(after);
  answer = async (_request, response) => void response.writeHead(500).end();
  expect(await request("GET /verifications")).toMatch(/^HTTP\/1\.1 500 /);
});

it("gives each request its own id, whatever id its sender set: in the answer, for Next, in log lines, and in the reference of a failed page", async () => {
  const named: unknown[] = [];
  answer = async ({ headers }, response) => {
    await delay(1);
    (globalThis as PageFaults).cotejoPageFault?.(Object.assign(new Error("a text"), { digest: "1234" }));
    named.push(headers["x-request-id"], currentRequestId());
    response.end("a page");
  };
  const said = await request("GET /verifications", "x-request-id: forged");
  const id = /^x-request-id: ([0-9a-f-]{36})\r$/m.exec(said)?.[1];
  expect(id).toBeDefined();
  expect(named).toEqual([id, id]);
  expect(failed).toEqual(["1234"]);
  expect(/x-request-id: (.*)\r/.exec(await request("POST /verifications"))?.[1]).toMatch(/^[0-9a-f-]{36}$/);
});

it("disconnects a client that keeps sending a body after its answer", async () => {
  const socket = connect(port(), "127.0.0.1");
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  // Not once(), which an error would reject: a reset is one way of being disconnected.
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.on("close", resolve));
  answer = async (request, response) => {
    // Like a handler that stops reading: nothing else reads the rest.
    request.once("readable", () => void request.read());
    await once(request, "readable");
    response.writeHead(413).end("too large");
  };
  socket.write(`POST /api/x HTTP/1.1\r\nhost: x\r\n${SIGNED_IN}\r\ntransfer-encoding: chunked\r\n\r\n`);
  const sending = setInterval(() => socket.write("400\r\n".concat("x".repeat(1024), "\r\n")), 20);
  await closed;
  clearInterval(sending);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});

it("adds the client's address, whatever the request claims", async () => {
  await request("GET /", `${PEER_HEADER}: 198.51.100.1`, "x-forwarded-for: 198.51.100.2");
  const headers = new Headers(handled[0]?.headers as Record<string, string>);
  expect([headers.get(PEER_HEADER), clientAddress(headers, 0)]).toEqual(["127.0.0.1", "127.0.0.1"]);
});

/** A request with a body in chunks. */
const inChunks = (line: string, sizes: number[], ...headers: string[]) => {
  const head = [`${line} HTTP/1.1`, "host: x", "connection: close", "transfer-encoding: chunked", ...headers];
  const chunks = [...sizes, 0].map((size) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`);
  return `${head.join("\r\n")}\r\n\r\n${chunks.join("")}`;
};

it.each([
  [
    "announced",
    () => request("POST /api/imports/verifications", "content-length: 65537", "cookie: __Host-cotejo=made%20up"),
  ],
  ["in one chunk", () => raw(inChunks("POST /api/session", [65_537]))],
  ["in many chunks", () => raw(inChunks("POST /api/setup", Array(4_100).fill(16)))],
])("refuses a large body, %s, before Next if its sender has no session", async (_how, ask) => {
  const said = await ask();
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
  expectHeaders(said);
  expect(handled).toEqual([]);
});

it("passes large bodies of signed-in senders, whose sizes the handlers bound", async () => {
  expect(await request("POST /api/imports/verifications", "content-length: 65537", SIGNED_IN)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(await raw(inChunks("POST /api/imports/verifications", [40_000, 40_000], SIGNED_IN))).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});

it("passes no large body of a service token, which no route takes", async () => {
  expect(await request("POST /api/verifications", "content-length: 65537", WITH_TOKEN)).toMatch(/^HTTP\/1\.1 413 /);
});

it.each<[string, number[]]>([
  ["nothing", []],
  ["one byte", [1]],
  ["a few chunks", [9, 7, 1_000]],
  ["as much as is taken", [16_384, 16_384, 16_384, 16_384]],
  ["very many chunks", Array(3_000).fill(21)],
])("passes a body without a length, of %s, whole, at once or slowly", async (_name, sizes) => {
  answer = async (given, response) => {
    let size = 0;
    // Reads the body as Next does.
    given.on("data", (chunk) => {
      size += chunk.length;
    });
    await once(given, "end");
    response.end(`{"size":${size}}`);
  };
  const text = inChunks("POST /api/session", sizes);
  const sent = `{"size":${sizes.reduce((sum, size) => sum + size, 0)}}`;
  expect(await raw(text)).toContain(sent);
  const slow = connect(port(), "127.0.0.1");
  let said = "";
  slow.on("data", (chunk) => {
    said += chunk;
  });
  const closed = once(slow, "close");
  for (let from = 0; from < text.length; from += Math.ceil(text.length / 7)) {
    slow.write(text.slice(from, from + Math.ceil(text.length / 7)));
    await delay(10);
  }
  await closed;
  expect(said).toContain(sent);
});

it("does not wait for a sender who leaves in the middle of a body without a length", async () => {
  const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
  socket.write(inChunks("POST /api/session", [10]).slice(0, -5));
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(1);
  await request("GET /other");
  socket.destroy();
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  expect(handled.map(({ url }) => url)).toEqual(["/other"]);
});

it("handles the requests of a connection one after the other", async () => {
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

it("closes a connection that keeps sending requests before the first is answered", async () => {
  answer = () => new Promise(() => undefined);
  expect(await raw("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(33))).toBe("");
  expect(handled).toHaveLength(1);
});

it.each([
  ["a user", SIGNED_IN],
  ["a service token", WITH_TOKEN],
])("starts simultaneous requests of strangers one after the other, and that of %s between them", async (_who, pass) => {
  const sockets = await Promise.all(
    Array.from({ length: 61 }, async () => {
      const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    }),
  );
  const [own, ...strange] = sockets;
  // All requests are accepted: the next bytes are read at once.
  await request("GET /", pass);
  handled = [];
  const unknown =
    "POST /api/strange HTTP/1.1\r\nhost: x\r\nauthorization: Bearer cot_none\r\ncontent-length: 0\r\n\r\n";
  for (const socket of strange) socket.write(unknown);
  own?.write(`GET /own HTTP/1.1\r\nhost: x\r\n${pass}\r\n\r\n`);
  await expect.poll(() => handled.length).toBe(61);
  for (const socket of sockets) socket.destroy();
  expect(handled.findIndex(({ url }) => url === "/own")).toBeLessThan(30);
});

it("a sender refused in the middle of a body reads the answer, and cannot start again at once", async () => {
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
    socket.write(`POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 ** 20}\r\n\r\n`);
    socket.write(Buffer.alloc(2 ** 19, "x"));
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(await Promise.race([closed, request("GET /other")])).toContain("a page");
    vi.advanceTimersByTime(1_000);
    expect(await closed).toBe("closed");
  } finally {
    vi.useRealTimers();
  }
});

it("reads little of a body that no handler reads", async () => {
  const taken = Promise.withResolvers<IncomingMessage["socket"]>();
  answer = async ({ socket }) => taken.resolve(socket);
  const socket = connect(port(), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST /api/x HTTP/1.1\r\nhost: x\r\n${SIGNED_IN}\r\ncontent-length: ${2 ** 20}\r\n\r\n`);
  socket.write(Buffer.alloc(2 ** 20, "x"));
  const peer = await taken.promise;
  answer = async (_request, response) => void response.end("a page");
  for (let turn = 0; turn < 5; turn++) await request("GET /other");
  expect(peer.bytesRead).toBeLessThanOrEqual(96 * 1024);
  socket.destroy();
});

/** Sends a GET over a connection of its own; `answered` collects the bytes of the answer. */
async function send(path: string, headers: readonly string[] = [], to = server) {
  const answered = { text: "" };
  const socket = connect((to.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  socket.on("data", (chunk) => {
    answered.text += chunk;
  });
  await once(socket, "connect");
  socket.write(`${[`GET ${path} HTTP/1.1`, "host: x", ...headers].join("\r\n")}\r\n\r\n`);
  return { answered, socket };
}
const sealed = (seal: string) => [`cookie: __Host-cotejo=${seal}`];
const forwarded = (address: string) => [`x-forwarded-for: 192.0.2.1, ${address}`];

/** Requests in Next that end when the test says so, as `Next` answers JSON: with its head. */
function holdAnswers() {
  const open: { path: string; end: () => void }[] = [];
  answer = ({ url = "" }, response) =>
    new Promise((resolve) => {
      const end = () => {
        open.splice(
          open.findIndex((one) => one.end === end),
          1,
        );
        response.end(url);
        resolve();
      };
      open.push({ path: url, end });
    });
  return open;
}

it.each([
  ["two addresses without a session", [], [], () => proxied],
  ["made-up cookies of two addresses", sealed("made%20up"), sealed("another"), () => proxied],
  ["two sessions", sealed("ana"), sealed("beto"), () => server],
  ["a token and a session", [WITH_TOKEN], sealed("ana"), () => server],
])("of %s, the one with a single request is next, however many the other sends", async (_who, many, single, to) => {
  const open = holdAnswers();
  const [one, other] = [forwarded("198.51.100.1"), forwarded("203.0.113.1")];
  for (let count = 0; count < 30; count += 1) await send(`/many/${count}`, [...many, ...one], to());
  await expect.poll(() => open.length).toBeGreaterThan(0);
  await send("/single", [...single, ...other], to());
  await expect.poll(() => handled.some(({ url }) => url === "/single")).toBe(true);
  expect(handled.length).toBeLessThanOrEqual(4);
  while (handled.length < 31) {
    open[0]?.end();
    await new Promise(setImmediate);
  }
});

it("cookies that a stranger makes up give no further share", async () => {
  const open = holdAnswers();
  for (let count = 0; count < 30; count += 1) await send(`/many/${count}`, sealed(`made%20up%20${count}`));
  await expect.poll(() => open.length).toBe(2);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  expect(open).toHaveLength(2);
});

it("a full queue answers 503 with Retry-After in the shape of errors, probes are answered before it without Next", async () => {
  holdAnswers();
  const sent = await Promise.all(Array.from({ length: 300 }, () => send("/login")));
  const answered = () => sent.filter(({ answered: { text } }) => text.endsWith("}"));
  const probe = await request("GET /probe?from=a-balancer");
  expect(probe).toMatch(/^HTTP\/1\.1 200 /);
  expect(probe).toContain('{"status":"as it is"}');
  expectHeaders(probe);
  expect(await request("HEAD /probe")).not.toContain("as it is");
  probeStatus = 503;
  expect(await request("GET /probe")).toMatch(/^HTTP\/1\.1 503 /);
  expect(handled.length).toBeLessThanOrEqual(2);
  await expect.poll(() => answered().length).toBe(300 - 2 - 256);
  const [full] = answered();
  expect(full?.answered.text).toMatch(/^HTTP\/1\.1 503 /);
  expect(full?.answered.text).toMatch(/retry-after: \d/i);
  expect(full?.answered.text).toMatch(/{"success":false,"message":".+","code":"TOO_MANY_REQUESTS","timestamp":".+Z"}$/);
  // The connection stays open: a client would only connect again.
  expect(full?.socket.destroyed).toBe(false);
  for (const { socket } of sent) socket.destroy();
});

it.each([
  ["a stream whose head is sent", "text/event-stream", 6],
  ["an answer of JSON whose head is sent", "application/json", 6],
  ["a page that is still rendered", "text/html; charset=utf-8", 3],
  ["a part of a page that is still rendered", "text/x-component", 3],
])("%s: the next requests of its session begin accordingly", async (_what, type, begun) => {
  answer = async (_request, response) => {
    response.setHeader("content-type", type);
    response.write("the first part");
  };
  for (let count = 0; count < 6; count += 1) await send(`/${count}`, sealed("ana"));
  await expect.poll(() => handled.length).toBe(begun);
  await send("/other", sealed("beto"));
  await expect.poll(() => handled.length).toBe(begun + 1);
  expect(handled.at(-1)?.url).toBe("/other");
});

it("a request that waits for another system lets the next one of its session begin", async () => {
  const open = holdAnswers();
  const hold = answer;
  answer = async (given, response) => {
    if (given.url?.startsWith("/service")) {
      await delay(1);
      leaveTurn();
    }
    await hold(given, response);
  };
  for (let count = 0; count < 6; count += 1) await send(`/service/${count}`, sealed("ana"));
  await expect.poll(() => open.length).toBe(6);
});
