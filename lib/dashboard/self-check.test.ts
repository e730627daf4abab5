import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startSelfCheck } from "./self-check.ts";

const PACE = { everyMs: 20, timeoutMs: 100, hungAfterMs: 1_500 };

it("a process whose queue is full is alive as long as others are answered, and only then", async () => {
  const server = createServer((_request, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const check = startSelfCheck("127.0.0.1", (server.address() as AddressInfo).port, PACE);
  onTestFinished(() => {
    check.stop();
    server.closeAllConnections();
    server.close();
  });
  const answers = setInterval(check.noteAnswer, 20);
  const startedAt = performance.now();
  await expect.poll(() => performance.now() - startedAt > 2 * PACE.hungAfterMs).toBe(true);
  await expect.poll(check.isAlive).toBe(true);
  clearInterval(answers);
  await expect.poll(check.isAlive).toBe(false);
});

it.each([
  ["that it leaves without an answer", false],
  ["whose connections it closes", true],
])(
  "a process is alive while requests are answered, and not when its server accepts requests %s",
  async (_how, closes) => {
    let answers = true;
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      if (answers) response.writeHead(404).end();
      else if (closes) response.destroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const check = startSelfCheck("0.0.0.0", (server.address() as AddressInfo).port, PACE);
    onTestFinished(() => {
      check.stop();
      server.closeAllConnections();
      server.close();
    });
    const startedAt = performance.now();
    await expect.poll(() => asked.length > 3 && performance.now() - startedAt > PACE.hungAfterMs).toBe(true);
    // Other tests can block this process for longer than the timeouts: the next answer counts.
    await expect.poll(check.isAlive).toBe(true);
    expect(new Set(asked)).toEqual(new Set(["/api/health/live"]));
    answers = false;
    await expect.poll(check.isAlive).toBe(false);
    answers = true;
    await expect.poll(check.isAlive).toBe(true);
  },
);
