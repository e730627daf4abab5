import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { APPLICANT_FIELDS, EVIDENTIARY_FIELDS } from "#lib/core/contract/people/person.ts";
import { VERIFICATION_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { SERVICE_ERROR_CODES } from "#lib/platform/contract/error.ts";
import { examples } from "#tools/test/effort.ts";
import type { Answer, Body } from "./observe/ask.ts";
import type { Call, Observations } from "./observe/observations.ts";
import { exitStatusOf, print, type Report, RULES, reportOn } from "./report.ts";

/** Every text and every large number in the answers is marked, also in names of fields. */
const MARK = "Privado7";
const MARKED_NUMBER = 867_530_900_000;

const text = fc.constantFrom(
  MARK,
  `${MARK} Núñez`,
  `https://files.example.mx/${MARK}.pdf?Expires=1900000000&Signature=${MARK}`,
  `svc_sk_live_0123456789abcdef${MARK}`,
  `ak_${MARK}`,
  `verification.v2.${MARK}`,
  String(MARKED_NUMBER),
);
const field = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...fieldsOfTheInterface()) },
  { weight: 1, arbitrary: text },
);
const word = fc.constantFrom(...VERIFICATION_STATUSES, ...SERVICE_ERROR_CODES, "2026-11-20T10:00:00Z", "");
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    word,
    fc.constantFrom(null, true, false, 1, 1.5, MARKED_NUMBER),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(field, tie("value"), { maxKeys: 8 }),
  ),
})).value;

const noBody = fc.constantFrom<Body>({ kind: "empty" }, { kind: "not JSON" }, { kind: "too large" });
const body = fc.oneof({ weight: 6, arbitrary: fc.record({ kind: fc.constant("JSON" as const), json }) }, noBody);
const answered: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 200, 200, 204, 302, 400, 401, 403, 404, 429, 500, 502),
  mediaType: fc.constantFrom("application/json", null),
  body,
  redirect: fc.constantFrom(null, "nowhere" as const),
  clockAheadMs: fc.constantFrom(null, 0, -3_600_000),
  atMs: fc.constant(Date.UTC(2026, 10, 20)),
  rateHeaders: fc.constantFrom([], ["ratelimit-limit"]),
});
const answer = fc.oneof({ weight: 9, arbitrary: answered }, fc.constant<Answer>({ status: null, why: "ECONNRESET" }));
const call = (endpoint: Call["endpoint"]): fc.Arbitrary<Call> =>
  fc.record({
    request: fc.constant("GET /somewhere"),
    endpoint: fc.constant(endpoint),
    purpose: fc.constantFrom("read", "read", "read", "in vain", "unknown", "no key", "invented key", "key as a bearer"),
    id: text,
    answer,
  });
const some = (endpoint: Call["endpoint"]) => fc.array(call(endpoint), { minLength: 1, maxLength: 3 });
const observations: fc.Arbitrary<Observations> = fc
  .tuple(
    ...[call("/api-keys"), call("/v2/webhooks"), call("/v2/webhooks/{webhookId}")],
    ...[some("/verifications/{verification-id}"), some("/v2/verifications/{verification_id}/people")],
  )
  .map((parts) => parts.flat());

const RUNS = examples(60);

it("any answer of a service is judged, and none of it is repeated", () => {
  let differing = 0;
  fc.assert(
    fc.property(observations, (seen) => {
      const report = reportOn("https://svc.example.mx", seen);
      const printed = print(report, { columns: 80, coloured: false }) + JSON.stringify(report);
      expect(printed).not.toContain(MARK);
      expect(printed).not.toContain(String(MARKED_NUMBER));
      expect(exitStatusOf(report)).toBe(report.counts.differs > 0 ? 1 : report.obstacles.length > 0 ? 2 : 0);
      differing += report.counts.differs;
    }),
    { numRuns: RUNS },
  );
  expect(differing).toBeGreaterThan(RUNS);
});

function fieldsOfTheInterface(): string[] {
  const named = RULES.flatMap(({ statement }) => [...statement.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const open = "data api_keys webhooks id api_key webhook_id name secret enabled curp_file".split(" ");
  return [...named, ...open, ...APPLICANT_FIELDS, ...EVIDENTIARY_FIELDS];
}

describe("the printed report", () => {
  const report: Report = {
    base_url: "https://svc.example.mx",
    reads: 13,
    verifications: 1,
    sections: [
      {
        section: "Endpoints: API keys",
        statements: [
          { statement: "one that holds", verdict: "holds" },
          { statement: "another", verdict: "differs", seen: "a list ".repeat(12).trim() },
          { statement: "a third", verdict: "not tried", why: "it would change the account" },
        ],
        shapes: [{ what: "the list", seen: "a bare array" }],
      },
    ],
    obstacles: ["GET /v2/webhooks answered 503"],
    counts: { holds: 1, differs: 1, "not tried": 1 },
  };

  it("is aligned, wrapped to the terminal, and complete in words, which colours repeat", () => {
    expect(print(report, { columns: 62, coloured: false })).toBe(`Contract check of https://svc.example.mx
13 reads, nothing but GET. Values are given as their shape;
'open' is what the interface leaves open.

Endpoints: API keys
  holds      one that holds
  differs    another
             seen  a list a list a list a list a list a list a
                   list a list a list a list a list a list
  not tried  a third (it would change the account)
  open       the list: a bare array

Holds: 1. Differs: 1. Not tried: 1.
  differs: Endpoints: API keys: another
  could not be tried: GET /v2/webhooks answered 503
`);
    const coloured = print(report, { columns: 62, coloured: true });
    expect(coloured).toContain("\u001b[");
    expect(stripVTControlCharacters(coloured)).toBe(print(report, { columns: 62, coloured: false }));
  });
});
