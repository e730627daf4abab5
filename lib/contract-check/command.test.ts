import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { closedAddress } from "#lib/core/server/service/testing/wire.ts";
import { examples } from "#tools/test/effort.ts";
import { OptionsError, readOptions } from "./command.ts";
import { at, check, type Deviation, error, KEY, startService, VERIFICATION } from "./testing/service.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const { PATH, NODE_COMPILE_CACHE } = process.env;
const WEBHOOKS = "/v2/webhooks";
/** Requests for the list of webhooks with the key. */
const listings = ({ requests }: Awaited<ReturnType<typeof check>>) =>
  requests.filter(({ path, headers }) => path === WEBHOOKS && headers["x-api-key"] === KEY);

/** The command as a process of its own, as npm starts it. */
const command = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const all = { NODE_ENV: "production", PATH, NODE_COMPILE_CACHE } as const;
    execFile(process.execPath, [MAIN, ...args], { env: { ...all, ...env } }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });

describe("the requests", () => {
  it("are only GET, without a body, one at a time, refused ones last", async () => {
    const { requests, mostAtOnce } = await check(undefined, "--verification", VERIFICATION);
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    for (const { headers } of requests) {
      expect(headers).not.toHaveProperty("content-length");
      expect(headers).not.toHaveProperty("transfer-encoding");
    }
    expect(mostAtOnce()).toBe(1);
    const withKey = requests.map(({ headers }) => headers["x-api-key"] === KEY);
    expect(withKey.lastIndexOf(true)).toBeLessThan(withKey.indexOf(false));
  });

  it("carry the key in no URL, and only to the service", async () => {
    const elsewhere = await startService();
    const redirect = { status: 307, headers: { location: `${elsewhere.url}/api-keys` } };
    const { status, out, requests } = await check(() => redirect, "--verification", VERIFICATION);
    expect(status).toBe(1);
    expect(out).toContain("307, a redirect to another origin (not followed)");
    expect(elsewhere.requests).toEqual([]);
    expect(requests.filter(({ path }) => path.includes(KEY))).toEqual([]);
  });

  it("end after the first answer that refuses the key", async () => {
    const ended = await check(() => error(401, "UNAUTHORIZED"));
    expect(ended).toMatchObject({ status: 2, out: "", err: "contract: the service refuses the API key (401)\n" });
    expect(ended.requests).toHaveLength(1);
  });

  it("end at a service without this interface", async () => {
    const { status, err, requests } = await check(() => ({ status: 404, body: "<!doctype html>" }));
    expect([status, err]).toEqual([2, expect.stringMatching(/^contract: nothing of the interface is at this address/)]);
    expect(requests).toHaveLength(2);
  });

  it.each([500, 502, 503, 429])("are retried once after %i, and then reported as not tried", async (status) => {
    const answer = { ...error(status, "INTERNAL_SERVER_ERROR"), headers: { "retry-after": "0" } };
    const ended = await check(at(WEBHOOKS, answer));
    expect(ended.status).toBe(2);
    expect(ended.out).toContain(`could not be tried: GET /v2/webhooks answered ${status}`);
    expect(listings(ended)).toHaveLength(2);
  });

  it("are not retried sooner than the service asks", async () => {
    const ended = await check(at(WEBHOOKS, { ...error(429, "x"), headers: { "retry-after": "3600" } }));
    expect(listings(ended)).toHaveLength(1);
  });
});

describe("untried rules", () => {
  it.each([
    ["a call without an answer in time", "hang", "GET /v2/webhooks had no answer: none within 1 s"],
    ["a connection that breaks", "reset", "GET /v2/webhooks had no answer: ECONNRESET"],
    [
      "an answer that breaks off",
      { status: 200, body: "[", headers: { "content-length": "9", connection: "close" } },
      "GET /v2/webhooks had no answer",
    ],
    ["a list forbidden to the key", error(403, "FORBIDDEN"), "GET /v2/webhooks answered 403: this key may not read it"],
  ] as const)("is no difference: %s", async (_what, answer, words) => {
    const { status, out } = await check(at(WEBHOOKS, answer), "--timeout", "1");
    expect(status).toBe(2);
    expect(out).toContain(`could not be tried: ${words}`);
    expect(out).toContain("`url` is a text (GET /v2/webhooks");
    expect(out).not.toMatch(/^ {2}differs/m);
  });

  it("include a verification that the service does not know, which is no difference", async () => {
    const { status, out } = await check(undefined, "--verification", VERIFICATION, "--verification", "ver_0");
    expect(status).toBe(2);
    expect(out).toMatch(
      /could not be tried: GET \/verifications\S+ \(--verification 2\) answered 404: the service does not/,
    );
    expect(out).not.toMatch(/^ {2}differs/m);
  });

  it("leave the exit status to a difference", async () => {
    const answers: Record<string, ReturnType<Deviation>> = {
      [WEBHOOKS]: "reset",
      "/api-keys": { status: 200, json: [] },
    };
    expect((await check((_request, path) => answers[path])).status).toBe(1);
  });

  it("do not affect the other rules", async () => {
    const { status, out } = await check(undefined);
    expect(status).toBe(0);
    expect(out).toContain("`tag` is a text (needs --verification <id>)");
    expect(out).toContain("For more, give --verification <id>");
  });
});

it("a difference names its verification if others conform", async () => {
  const other = { verification_id: "ver_2", status: 7, tag: "x", findings: { items: [], computed_at: null } };
  const deviation = at("/verifications/ver_2", { status: 200, json: other });
  const { status, out } = await check(deviation, "--verification", VERIFICATION, "--verification", "ver_2");
  expect(status).toBe(1);
  expect(out).toMatch(/seen {2}a whole number \(1 of 2: GET \S+\s+\(--verification\s+2\)\)/);
});

it("an answer is read no further than 10 MiB", async () => {
  const { status, out } = await check(at(WEBHOOKS, { status: 200, body: `[${" ".repeat(11 * 1024 * 1024)}]` }));
  expect(status).toBe(1);
  expect(out).toMatch(/200 with a body over 10 MiB \(1 of \d+: GET \/v2\/webhooks\)/);
});

describe("the command", () => {
  it("ends with 0 if all holds, with a report for people, without colours if they are not shown", async () => {
    const { url } = await startService();
    const { code, out, err } = await command(["--verification", VERIFICATION], { SVC_BASE_URL: url, SVC_API_KEY: KEY });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Contract check of http:\/\/127\.0\.0\.1:\d+\n/);
    expect(out).toMatch(/\nHolds: \d+\. Differs: 0\. Not tried: \d+\.\n$/);
    expect(out).not.toContain("\u001b");
  });

  it("ends with 1 if a rule differs, and names the seen value and the section", async () => {
    const { url } = await startService(at("/api-keys", { status: 302, headers: { location: "/v1/api-keys" } }));
    const { code, out } = await command(["--base-url", url, "--api-key", KEY], {});
    expect(code).toBe(1);
    const rule = "GET /api-keys answers 200 to a key that works";
    const seen = "302, a redirect to the same origin (not followed)";
    expect(out).toContain(`\nEndpoints: API keys\n  differs    ${rule}\n             seen  ${seen}\n`);
    expect(out).toContain(`\n  differs: Endpoints: API keys: ${rule}\n`);
    expect(out).not.toContain(KEY);
  });

  it("checks the embedded service of this installation without an address and a key, or names what is missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cotejo-contract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { url, requests } = await startService();
    const env = { DATA_DIR: folder, SANDBOX_PORT: new URL(url).port };
    const nothing = await command([], env);
    expect([nothing.code, nothing.out]).toEqual([2, ""]);
    expect(nothing.err).toMatch(/^contract: --base-url: required .*npm start\)\n$/);
    writeFileSync(join(folder, "sandbox-account.json"), JSON.stringify({ account_id: "acc_1", api_key: KEY }));
    const { code, out, err } = await command(["--verification", VERIFICATION], env);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\nHolds: \d+\. Differs: 0\. Not tried: \d+\.\n$/);
    expect(requests.some(({ headers }) => headers["x-api-key"] === KEY)).toBe(true);
    // A key without an address is of some other service.
    expect((await command([], { ...env, SVC_API_KEY: "svc_sk_live_of_another_service" })).err).toBe(
      "contract: --base-url: required, or SVC_BASE_URL\n",
    );
    expect((await command([], { ...env, SANDBOX_PORT: "x" })).err).toMatch(/^contract: SANDBOX_PORT: /);
  });

  it("ends with 2 without a server", async () => {
    const { code, out, err } = await command(["--base-url", await closedAddress(), "--json"], { SVC_API_KEY: KEY });
    const error = "the service cannot be reached (ECONNREFUSED)";
    expect([code, err, JSON.parse(out)]).toEqual([2, `contract: ${error}\n`, { status: 2, error }]);
  });

  it("ends with 2 for a wrong option, and repeats none of it", async () => {
    const { code, out, err } = await command([KEY], { SVC_BASE_URL: "https://svc.example.mx" });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("contract: an argument belongs to no option; --help lists the options\n");
  });

  it("lists its options", async () => {
    const { code, out } = await command(["--help"], {});
    expect([code, out]).toEqual([0, expect.stringMatching(/--verification <id>[\s\S]*SVC_API_KEY/)]);
  });
});

describe("the options", () => {
  const KEY = "svc_sk_live_0123456789abcdef";
  const BASE = ["--base-url", "https://svc.example.mx/api/"];

  it("options count before variables; several verifications, each once", () => {
    const env = { SVC_BASE_URL: "https://other.example.mx", SVC_API_KEY: "svc_sk_live_other" };
    const usual = { verifications: [], timeoutMs: 10_000, json: false };
    const own = { baseUrl: "https://svc.example.mx/api", apiKey: KEY };
    expect(readOptions([...BASE, "--api-key", KEY], env)).toEqual({ ...usual, ...own });
    expect(readOptions([], env)).toEqual({ ...usual, baseUrl: env.SVC_BASE_URL, apiKey: env.SVC_API_KEY });
    const ids = ["a", "b", "a"].flatMap((id) => ["--verification", id]);
    const all = { verifications: ["a", "b"], timeoutMs: 2_500, json: true };
    expect(readOptions([...BASE, ...ids, "--timeout", "2.5", "--json"], { SVC_API_KEY: KEY })).toEqual({
      ...own,
      ...all,
    });
  });

  it("help is given with any other arguments", () => {
    expect(readOptions(["--help"], {})).toBeNull();
    expect(readOptions(["-h", "--base-url", "nonsense"], {})).toBeNull();
  });

  const WITH_KEY = [...BASE, "--api-key", KEY];
  it.each<[string, string[], RegExp]>([
    ["no address", ["--api-key", KEY], /^--base-url: required/],
    [
      "plain http to another machine",
      ["--base-url", "http://svc.example.mx"],
      /^--base-url: must be https unless it is loo/,
    ],
    ["no key", BASE, /^an API key is required: set SVC_API_KEY/],
    [
      "a key that no header can carry",
      [...BASE, "--api-key", `${KEY}\n`],
      /^--api-key: character 29 is U\+000A LINE FEED/,
    ],
    ["an address with a key in it", ["--base-url", `https://${KEY}@svc.example.mx`, "--api-key", KEY], /^--base-url: /],
    ["an id that leaves its path", [...WITH_KEY, "--verification", ".."], /^--verification: must be the id/],
    ["no seconds", [...WITH_KEY, "--timeout", "soon"], /^--timeout: must be a number/],
    ["too many seconds", [...WITH_KEY, "--timeout", "121"], /^--timeout: /],
    ["an option that is none", ["--insecure"], /^--insecure: no such option; --help/],
    ["an option without its value", ["--base-url"], /^--base-url: its value is missing/],
    ["a value that is not wanted", ["--json=yes"], /^--json: its value is missing, or not wanted/],
    [
      "too many ids",
      [...WITH_KEY, ...Array.from(Array(51), (_, n) => `--verification=${n}`)],
      /^--verification: at most 50/,
    ],
  ])("%s is refused in one line", (_what, args, line) => {
    expect(() => readOptions(args, {})).toThrow(OptionsError);
    expect(() => readOptions(args, {})).toThrow(line);
    expect(() => readOptions(args, {})).not.toThrow("\n");
  });

  it("no refusal repeats a key, wherever it is in the arguments", () => {
    const names = ["--base-url", "--api-key", "--verification", "--timeout", "--json", "--help", "--key", "-k"];
    const option = fc.constantFrom(...names);
    const word = fc.oneof(
      option,
      fc.constant(KEY),
      option.map((name) => `${name}=${KEY}`),
      fc.constantFrom(`--${KEY}`, `-${KEY}`, `https://${KEY}.example.mx`, "--", "https://svc.example.mx"),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        try {
          readOptions(args, { SVC_API_KEY: args.length % 2 === 0 ? KEY : undefined });
        } catch (error) {
          if (!(error instanceof OptionsError)) throw error;
          expect(error.message).not.toContain("0123456789abcdef");
        }
      }),
      { numRuns: examples(100) },
    );
  });
});
