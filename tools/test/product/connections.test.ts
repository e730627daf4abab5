import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { startDashboard } from "#e2e/support/dashboards.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { accountOf, anonymous, callerAs, callerWith, installation, origin, send, signIn } from "./http.ts";

const port = Number(new URL(origin).port);

/** Sends these lines, and returns the answer until the other side closes. */
const said = (...lines: string[]) =>
  new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => undefined).on("close", () => resolve(text));
  });

/** Connections that the dashboard keeps after their client has left: state 08 in the system's list. */
const leftBehind = (): number =>
  ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => state === "08" && Number.parseInt(local.split(":")[1] ?? "", 16) === port)
    .length;

it.skipIf(process.platform !== "linux")(
  "A request for another protocol is answered like any other, and no connection of one is left behind",
  async () => {
    expect(installation.pid).toBeGreaterThan(0);
    // Next listens for upgrades from its first request on.
    expect((await anonymous("/api/health/live")).status).toBe(200);
    for (const path of ["/api/health/live", "/login", "/api/live", "/_next/hmr", "/nothing"]) {
      for (const upgrade of ["websocket", "h2c"]) {
        const head = [`GET ${path} HTTP/1.1`, `host: localhost:${port}`, `upgrade: ${upgrade}`];
        expect(await said(...head, "connection: Upgrade, close")).toMatch(/^HTTP\/1\.1 (200|307|401|404) /);
        const gone = connect(port, "127.0.0.1", () => {
          gone.end(`${[...head, "connection: Upgrade"].join("\r\n")}\r\n\r\n`);
        });
        gone.on("error", () => undefined).resume();
      }
    }
    await expect.poll(leftBehind).toBe(0);
  },
);

it("HEAD of the live stream opens no stream, and forbids transformation on the way as GET does", async () => {
  const cookie = await signIn(accountOf("support"));
  const own = await fetch(`${origin}/api/live`, { headers: { cookie, "accept-encoding": "gzip" } });
  expect(own.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(own.headers.get("content-encoding")).toBeNull();
  const reader = own.body?.getReader();
  let replaced = false;
  for (let count = 0; count < 12; count++) {
    const head = await callerWith(cookie)("/api/live", { method: "HEAD" });
    expect([head.status, head.headers.get("cache-control")]).toEqual([200, "no-store, no-transform"]);
  }
  // A replaced stream ends; this one continues until its next ping.
  for (let pinged = false; !pinged && !replaced; ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    const text = new TextDecoder().decode(value);
    replaced = done || text.includes("event: replaced");
    pinged = text.includes("event: ping");
  }
  expect(replaced).toBe(false);
  await reader?.cancel();
});

it.each([
  ["/api/imports/verifications", { ids: ["ver_of_nobody"] }],
  ["/api/review/bulk", { ids: ["ver_of_nobody"], change: { assignee: null } }],
])("The progress of %s forbids transformation on the way", async (path, body) => {
  const answer = await send(await callerAs("compliance"), path, body);
  const { headers, status } = answer;
  expect([status, headers.get("content-type"), headers.get("cache-control"), headers.get("content-encoding")]).toEqual([
    200,
    "application/x-ndjson; charset=utf-8",
    "no-store, no-transform",
    null,
  ]);
});

it("A sign-in whose length a proxy leaves out works", async () => {
  const text = JSON.stringify(accountOf("support"));
  const chunks = text.match(/.{1,20}/gs)?.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`) ?? [];
  const head = [
    "POST /api/session HTTP/1.1",
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    "content-type: application/json",
    "transfer-encoding: chunked",
    "connection: close",
  ];
  expect(await said(...head, "", ...chunks.map((chunk) => chunk.slice(0, -2)), "0")).toMatch(/^HTTP\/1\.1 200 /);
});

it("SIGTERM ends a dashboard with all connections in use, by itself", async () => {
  const own = await freePort();
  const stop = await startDashboard(installation, own);
  const sockets: Socket[] = [];
  // A network holds at most a quarter. Some wait within a request, some were answered, some have sent nothing.
  const heads = [
    `POST /api/session HTTP/1.1\r\nhost: localhost:${own}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
    `GET /api/health/live HTTP/1.1\r\nhost: localhost:${own}\r\n\r\n`,
    `GET /api/health/live HTTP/1.1\r\nhost: localhost:${own}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    "GET /login HTTP/1.1\r\n",
    "",
  ];
  try {
    for (let count = 0; count < 4_200; count += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const localAddress = `127.0.${(count + index) % 5}.2`;
          const socket = connect({ port: own, host: "127.0.0.1", localAddress });
          sockets.push(socket);
          return new Promise<void>((resolve) => {
            socket.on("error", () => resolve()).on("close", () => resolve());
            socket.write(heads[(count + index) % heads.length] ?? "", () => resolve());
            socket.resume();
          });
        }),
      );
    }
    expect(await stop()).toBe(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    await stop();
  }
});
