import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { accountOf, anonymous, callerWith, installation, origin, signIn } from "./http.ts";

const port = Number(new URL(origin).port);

/** What is answered to these lines, until the other side closes. */
const said = (...lines: string[]) =>
  new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => undefined).on("close", () => resolve(text));
  });

/** Connections of the dashboard whose client has gone, and that it still holds: state 08 of what the system lists. */
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
        const head = [`GET ${path} HTTP/1.1`, "host: localhost", `upgrade: ${upgrade}`];
        expect(await said(...head, "connection: Upgrade, close")).toMatch(/^HTTP\/1\.1 [234]\d\d /);
        const gone = connect(port, "127.0.0.1", () => {
          gone.end(`${[...head, "connection: Upgrade"].join("\r\n")}\r\n\r\n`);
        });
        gone.on("error", () => undefined).resume();
      }
    }
    await expect.poll(leftBehind).toBe(0);
  },
);

it("HEAD of the live stream opens none, and says as GET does that nobody on the way may change it", async () => {
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
  // A stream that another one replaces ends; this one goes on to its next ping.
  for (let pinged = false; !pinged && !replaced; ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    const text = new TextDecoder().decode(value);
    replaced = done || text.includes("event: replaced");
    pinged = text.includes("event: ping");
  }
  expect(replaced).toBe(false);
  await reader?.cancel();
});
