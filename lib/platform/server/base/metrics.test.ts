import { expect, it } from "vitest";
import { freePort } from "#tools/test/free-ports.ts";
import { EnvError } from "./env.ts";
import { counter, refreshBefore } from "./metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { VERSION } from "./version.ts";

it("are served as text, with Node's own and values refreshed for the answer, under one address", async () => {
  const port = await freePort();
  await serveMetrics({ host: "127.0.0.1", port });
  const calls = counter("cotejo_test_total", "A test.", ["outcome"]);
  refreshBefore(async () => calls.inc({ outcome: "ok" }));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain(`cotejo_build_info{version="${VERSION}"} 1`);
  expect(text).toContain('cotejo_test_total{outcome="ok"} 1');
  expect(text).toContain("nodejs_eventloop_lag_seconds ");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

it("are shared by the copies of a module", () => {
  expect(counter("cotejo_copied_total", "A test.")).toBe(counter("cotejo_copied_total", "A test."));
});

it("a port in use ends the start with its variable", async () => {
  const port = await freePort();
  const listen = () => serveMetrics({ host: "127.0.0.1", port });
  await listen();
  await expect(listen()).rejects.toThrow(new EnvError(`METRICS_PORT: can't listen on 127.0.0.1:${port} (EADDRINUSE)`));
});
