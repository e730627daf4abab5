import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accountOf, callerWith, installation, receiverUrl, signIn } from "./http.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const RULES = readFileSync(join(DOCS, "deploy", "alerts.yaml"), "utf8");

const read = async () => (await fetch(installation.metricsUrl)).text();

it("the launcher serves the metrics of its processes: every one that the alert rules name, each process with its name", async () => {
  const text = await read();
  const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const used = [...RULES.matchAll(/\b(?:cotejo|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  const known = (name: string) => names.has(name) || names.has(name.replace(/_(?:bucket|count|sum)$/, ""));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known(name))).toEqual([]);
  for (const process of ["dashboard", "launcher", "receiver", "sandbox", "worker"]) {
    expect(text).toMatch(new RegExp(`^process_start_time_seconds\\{process="${process}"\\} \\d`, "m"));
  }
});

it("every alert has its part in the page for operators", () => {
  const operations = readFileSync(join(DOCS, "operations.md"), "utf8");
  const alerts = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

it("requests, refused deliveries and calls of the service are counted without an id, name or address in a label", async () => {
  const caller = callerWith(await signIn(accountOf("admin")));
  await caller("/verifications/ver_of_nobody");
  await caller("/api/api-keys");
  await caller("/no/such/address");
  await fetch(`${receiverUrl}/hooks/rcv_of_nobody`, { method: "POST", body: "{}" });
  const text = await read();
  expect(text).toMatch(/^cotejo_http_request_seconds_count\{.*route="\/verifications\/\[verification_id\]".*\} \d+$/m);
  expect(text).toMatch(/^cotejo_http_request_seconds_count\{.*route="\/\[\.\.\.nowhere\]".*\} \d+$/m);
  expect(text).toMatch(/^cotejo_service_calls_total\{.*operation="GET \/api-keys",outcome="ok".*\} \d+$/m);
  expect(text).toMatch(/^cotejo_deliveries_total\{.*outcome="no_header".*\} \d+$/m);
  expect(text).not.toMatch(/of_nobody|@|127\.0\.0\.1|localhost/);
});
