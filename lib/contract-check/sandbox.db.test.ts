import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SERVICE_ERROR_CODES } from "#lib/contract/error.ts";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { holdsCurp } from "#lib/contract/people/curp-shape.ts";
import { SEVERITIES } from "#lib/contract/verifications/severity.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verifications/verification.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import type { Report } from "./report.ts";
import { run } from "./run.ts";

/** The embedded service, with every scenario played, behind a way station that keeps what goes over the wire. */

const MAIN = join(import.meta.dirname, "main.ts");
const { PATH, NODE_COMPILE_CACHE } = process.env;
const TERMINAL = { columns: 100, coloured: false };

let sandbox: TestSandbox;
let station: Awaited<ReturnType<typeof startStation>>;
let verifications: string[];
let secret: string;
const env = () => ({ SVC_BASE_URL: station.url, SVC_API_KEY: sandbox.apiKey() });
const given = () => verifications.flatMap((id) => ["--verification", id]);

beforeAll(async () => {
  sandbox = await startTestSandbox(1);
  station = await startStation(sandbox.url());
  const { body: scenarios } = await sandbox.call("GET", "/sandbox/scenarios");
  verifications = [];
  for (const name of textsIn(scenarios)) verifications.push(await sandbox.play(name, { tag: `Etiqueta de ${name}` }));
  secret = (await sandbox.subscribe("https://panel.example.mx/hooks/1")).secret;
});
afterAll(async () => {
  await station.close();
  await sandbox.end();
});

it("the embedded service keeps to the interface in all that can be read", async () => {
  const before = await state();
  const { status, out } = await run([...given(), "--json"], env(), TERMINAL);
  const report: Report = JSON.parse(out);
  const statements = report.sections.flatMap((section) => section.statements);
  expect(statements.filter(({ verdict }) => verdict === "differs")).toEqual([]);
  expect(report.obstacles).toEqual([]);
  expect(status).toBe(0);
  // Everything that reading can try was tried: what is left needs commands, deliveries or uploads.
  const untried = statements.flatMap((told) => (told.verdict === "not tried" ? [told.why] : []));
  expect(untried.filter((why) => !/it would change|receiver|events tell|needs|not fetched/.test(why))).toEqual([]);
  expect(untried).not.toContainEqual(expect.stringContaining("--verification"));
  expect(new Set(station.passed.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(await state()).toEqual(before);
});

it("nothing that the service knows is repeated: no key, CURP, name, text, secret or address", async () => {
  const outputs = [
    (await run(given(), env(), TERMINAL)).out,
    (await run([...given(), "--json"], env(), TERMINAL)).out,
    ...(await asProcess(given())),
  ];
  expect(station.passed.length).toBeGreaterThan(verifications.length * 2);
  const told = new Set(station.passed.flatMap(({ body }) => textsIn(JSON.parse(body))));
  expect([...told].some(holdsCurp)).toBe(true);
  const kept = [sandbox.apiKey(), secret, ...verifications, ...[...told].filter((text) => !isOwnWord(text))];
  expect(kept.length).toBeGreaterThan(500);
  for (const output of outputs) {
    expect(kept.filter((text) => output.includes(text))).toEqual([]);
    expect(output).not.toMatch(/Signature|svc_sk_live_|whsec_/);
    expect(output.split(/\s/).filter(holdsCurp)).toEqual([]);
  }
});

it("a key that is not the account's ends it at once, with 2", async () => {
  const count = station.passed.length;
  const { status, err } = await run([], { ...env(), SVC_API_KEY: `${sandbox.apiKey()}0` }, TERMINAL);
  expect(status).toBe(2);
  expect(err).toBe("contract: the service refuses the API key (401)\n");
  expect(station.passed.length).toBe(count + 1);
});

it.each([
  ["status", 2, "answered 503"],
  ["hang", 2, "had no answer: none within 1 s"],
  ["truncate", 2, "had no answer"],
  ["html", 2, "answered 502"],
  ["redirect", 1, "302, a redirect to the same origin (not followed)"],
])("a fault of the service is told as what it is: %s", async (kind, expected, words) => {
  const fault = { kind, path: "/v2/webhooks", count: 2, ...(kind === "status" ? { status: 503 } : {}) };
  await sandbox.call("POST", "/sandbox/faults", { body: fault, key: null });
  try {
    const { status, out } = await run(["--timeout", "1"], { ...env(), SVC_BASE_URL: sandbox.url() }, TERMINAL);
    expect(out).toContain(words);
    expect(status).toBe(expected);
  } finally {
    await sandbox.call("DELETE", "/sandbox/faults", { key: null });
  }
});

/** Words of the interface itself, which the report names as such, and what is too short to be told from its own words. */
const OWN_WORDS = new Set<string>([
  ...VERIFICATION_STATUSES,
  ...DOCUMENTS_STATUSES,
  ...SEVERITIES,
  ...SERVICE_ERROR_CODES,
  ...EVENT_NAMES,
  ...["shareholder", "full"],
]);
const isOwnWord = (text: string) => text.length < 4 || OWN_WORDS.has(text);

function textsIn(json: unknown): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(textsIn) : [];
}

const state = () =>
  Promise.all(["/api-keys", "/v2/webhooks"].map(async (path) => (await sandbox.call("GET", path)).body));

function asProcess(args: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const all = { NODE_ENV: "production", PATH, NODE_COMPILE_CACHE, ...env() } as const;
    execFile(process.execPath, [MAIN, ...args], { env: all }, (error, out, err) => {
      if (error) reject(error);
      else resolve([out, err]);
    });
  });
}

/** Passes everything on to `target` and keeps the method and what was answered. */
async function startStation(target: string) {
  const passed: { method: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).filter(
      ([name]) => name === "x-api-key" || name === "authorization",
    );
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method,
      headers: headers as [string, string][],
      redirect: "manual",
    });
    const body = await answer.text();
    passed.push({ method: request.method ?? "", body });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
