import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { registry } from "#lib/platform/server/base/metrics.ts";
import { createAnswered } from "./answered.ts";
import { routesOf } from "./routes.ts";

/** The manifest as Next writes it. */
const MANIFEST = {
  version: 3,
  staticRoutes: [{ page: "/verifications", regex: "^/verifications(?:/)?$" }, { page: "/api/live" }],
  dynamicRoutes: [{ page: "/verifications/[verification_id]", regex: "^/verifications/([^/]+?)(?:/)?$" }],
};

it("requests are measured by route, method and status, and strangers can't add values of these", async () => {
  const build = mkdtempSync(join(tmpdir(), "cotejo-routes-"));
  onTestFinished(() => rmSync(build, { recursive: true, force: true }));
  writeFileSync(join(build, "routes-manifest.json"), JSON.stringify(MANIFEST));
  const lines: object[] = [];
  const write = (facts: object) => void lines.push(facts);
  const log = { info: write, warn: write, debug: () => undefined } as unknown as Parameters<typeof createAnswered>[1];
  const answered = createAnswered(routesOf(build), log);
  const server = createServer((request, response) => {
    response.once("close", () => answered(request, response, 0.2));
    request.headers["x-request-id"] = "id";
    response.writeHead(request.method === "GET" ? (request.url?.endsWith("/ver_2") ? 404 : 200) : 405).end();
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await expect.poll(() => server.listening).toBe(true);
  const address = server.address();
  if (typeof address !== "object" || address === null) expect.unreachable();
  const call = async (path: string, method = "GET") => {
    const answer = await fetch(`http://127.0.0.1:${address.port}${path}`, { method });
    await answer.arrayBuffer();
  };
  await call("/verifications?q=GOMC900101HDFRRL09");
  await call("/verifications/ver_1");
  await call("/verifications/ver_2");
  await call("/verifications/GOMC900101HDFRRL09");
  await call("/api/live");
  await call("/_next/static/chunks/a.js");
  await call("/wp-admin/one", "PROPFIND");
  await call("/wp-admin/two");
  await expect
    .poll(async () => {
      const { values = [] } = (await registry().getSingleMetric("cotejo_http_request_seconds")?.get()) ?? {};
      const counts = values.filter((value) => "metricName" in value && String(value.metricName).endsWith("_count"));
      return counts.map(({ labels: { method, route, status }, value }) => `${method} ${route} ${status} ${value}`);
    })
    .toEqual([
      "GET /verifications 200 1",
      "GET /verifications/[verification_id] 200 2",
      "GET /verifications/[verification_id] 404 1",
      "GET /_next/static/ 200 1",
      "other elsewhere 405 1",
      "GET elsewhere 200 1",
    ]);
  // Neither files of the build nor a query, a CURP, or an unknown id.
  expect(lines).toEqual(
    [
      { method: "GET", route: "/verifications", status: 200 },
      { method: "GET", route: "/verifications/[verification_id]", verification_id: "ver_1", status: 200 },
      { method: "GET", route: "/verifications/[verification_id]", status: 404 },
      { method: "GET", route: "/verifications/[verification_id]", status: 200 },
      { method: "GET", route: "/api/live", status: 200 },
      { method: "other", route: "elsewhere", status: 405 },
      { method: "GET", route: "elsewhere", status: 200 },
    ].map((line) => ({ request_id: "id", ...line, seconds: 0.2 })),
  );
});
