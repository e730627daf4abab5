import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "#test/effort.ts";
import { OptionsError, readOptions } from "./command.ts";

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

it("help is given whatever else stands there", () => {
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
  ["a key that no header can carry", [...BASE, "--api-key", `${KEY}\n`], /^--api-key: must be printable ASCII/],
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

it("no refusal repeats a key, wherever it was put", () => {
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
