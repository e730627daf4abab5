import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "#test/effort.ts";
import { OptionsError, readOptions } from "./options.ts";

const KEY = "svc_sk_live_0123456789abcdef";
const BASE = ["--base-url", "https://svc.example.mx/api/"];

it("options count before variables", () => {
  const env = { SVC_BASE_URL: "https://other.example.mx", SVC_API_KEY: "svc_sk_live_other" };
  expect(readOptions([...BASE, "--api-key", KEY], env)).toEqual({
    baseUrl: "https://svc.example.mx/api",
    apiKey: KEY,
    verifications: [],
    timeoutMs: 10_000,
    json: false,
  });
  expect(readOptions([], env)).toMatchObject({ baseUrl: "https://other.example.mx", apiKey: "svc_sk_live_other" });
});

it("several verifications, each once", () => {
  const args = ["a", "b", "a"].flatMap((id) => ["--verification", id]);
  expect(readOptions([...BASE, ...args, "--timeout", "2.5", "--json"], { SVC_API_KEY: KEY })).toMatchObject({
    verifications: ["a", "b"],
    timeoutMs: 2_500,
    json: true,
  });
});

it("plain http is for this machine only", () => {
  const env = { SVC_API_KEY: KEY };
  expect(readOptions(["--base-url", "http://127.0.0.1:3002"], env)?.baseUrl).toBe("http://127.0.0.1:3002");
  expect(() => readOptions(["--base-url", "http://svc.example.mx"], env)).toThrow(
    "--base-url: must be https unless it is loopback",
  );
});

it("help is given whatever else stands there", () => {
  expect(readOptions(["--help"], {})).toBeNull();
  expect(readOptions(["-h", "--base-url", "nonsense"], {})).toBeNull();
});

it.each<[string, string[], RegExp]>([
  ["no address", ["--api-key", KEY], /^--base-url: required/],
  ["no key", BASE, /^an API key is required: set SVC_API_KEY/],
  ["a key that no header can carry", [...BASE, "--api-key", `${KEY}\n`], /^--api-key: must be printable ASCII/],
  ["an address with a key in it", ["--base-url", `https://${KEY}@svc.example.mx`, "--api-key", KEY], /^--base-url: /],
  [
    "an id that leaves its path",
    [...BASE, "--api-key", KEY, "--verification", ".."],
    /^--verification: must be the id/,
  ],
  ["no seconds", [...BASE, "--api-key", KEY, "--timeout", "soon"], /^--timeout: must be a number/],
  ["too many seconds", [...BASE, "--api-key", KEY, "--timeout", "121"], /^--timeout: /],
  ["an option that is none", ["--insecure"], /^--insecure: no such option; --help/],
  ["an option without its value", ["--base-url"], /^--base-url: its value is missing/],
  ["a value that is not wanted", ["--json=yes"], /^--json: its value is missing, or not wanted/],
  [
    "too many verifications",
    [...BASE, "--api-key", KEY, ...Array.from({ length: 51 }, (_, n) => `--verification=${n}`)],
    /^--verification: at most 50/,
  ],
])("%s is refused in one line", (_what, args, line) => {
  let message = "";
  try {
    readOptions(args, {});
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError);
    message = (error as Error).message;
  }
  expect(message).toMatch(line);
  expect(message).not.toContain("\n");
});

it("no refusal repeats a key, wherever it was put", () => {
  const option = fc.constantFrom(
    "--base-url",
    "--api-key",
    "--verification",
    "--timeout",
    "--json",
    "--help",
    "--key",
    "-k",
  );
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
