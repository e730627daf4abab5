import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startDashboard } from "#e2e/support/dashboards.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { accountOf, installation, signIn } from "./http.ts";

const PARALLEL = 100;

/** A proxy in front of a dashboard with keep-alive connections; `onSent` is called for each forwarded request. */
function startProxy(port: number, onSent: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const proxy = createServer((incoming, outgoing) => {
    const { headers, url: path } = incoming;
    const asked = request({ host: "127.0.0.1", port, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    asked.on("finish", onSent).on("error", () => outgoing.writeHead(502).end());
    asked.end();
  });
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return new Promise((resolve) => {
    proxy.listen(0, "127.0.0.1", () => resolve((proxy.address() as AddressInfo).port));
  });
}

it.each(["directly", "behind a proxy"])(
  "a dashboard told to stop answers the hundred requests that it has %s",
  async (how) => {
    const port = await freePort();
    const stop = await startDashboard(installation, port);
    const cookie = await signIn(accountOf("admin"));
    let sent = 0;
    const onSent = () => {
      sent += 1;
    };
    const through = how === "directly" ? port : await startProxy(port, onSent);
    // A cheap page: a hundred pages are more work than a slow machine can do in the time of a stop.
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: `localhost:${port}`, cookie };
        const asked = request({ host: "127.0.0.1", port: through, path: "/api/session", headers }, (answer) => {
          answer
            .resume()
            .on("end", () => resolve(answer.statusCode))
            .on("error", reject);
        });
        if (how === "directly") asked.on("finish", onSent);
        asked.on("error", reject).end();
      });
    // The first request compiles the code of the others.
    expect(await ask()).toBe(200);
    const answers = Array.from({ length: PARALLEL }, ask);
    // A request that has not left its sender is not in progress: a closed listener refuses it.
    await expect.poll(() => sent, { interval: 1 }).toBe(PARALLEL + 1);
    const stopped = stop();
    const statuses = await Promise.allSettled(answers);
    expect(statuses.filter((one) => one.status !== "fulfilled" || one.value !== 200)).toEqual([]);
    expect(await stopped).toBe(0);
  },
);
