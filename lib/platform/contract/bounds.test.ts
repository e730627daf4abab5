import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import { readVerificationSnapshot } from "#lib/core/contract/events/snapshot.ts";
import { otherFields } from "#lib/core/contract/verifications/other-fields.ts";
import { comparable, redact } from "#lib/core/server/service/redact.ts";
import { excessOf, MAX_ANSWER_BYTES, MAX_DEPTH, MAX_VALUES } from "./bounds.ts";
import { canonicalJson } from "./text.ts";

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]));
const listed = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));

describe("the bound of an answer", () => {
  it("admits everything within the depth and the number of names and values", () => {
    expect(excessOf(nested(MAX_DEPTH, "[", "]"))).toBeNull();
    expect(excessOf(`${'{"a":'.repeat(MAX_DEPTH)}1${"}".repeat(MAX_DEPTH)}`)).toBeNull();
    expect(excessOf(listed(MAX_VALUES))).toBeNull();
    expect(excessOf(JSON.stringify(named(MAX_VALUES)))).toBeNull();
    expect(excessOf(JSON.stringify("x".repeat(100_000)))).toBeNull();
  });

  it.each([
    ["lists in lists", nested(MAX_DEPTH + 1, "[", "]"), "deep"],
    ["objects in objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, "deep"],
    ["a list", listed(MAX_VALUES + 1), "values"],
    ["empty objects", JSON.stringify(Array.from({ length: MAX_VALUES }, () => ({}))), "values"],
    ["many short lists", JSON.stringify(Array.from({ length: 9_000 }, () => [1, 2])), "values"],
    ["names", JSON.stringify(named(MAX_VALUES + 1)), "values"],
    ["names that are one", `{${'"a":1,'.repeat(MAX_VALUES)}"a":1}`, "values"],
  ])("is exceeded by %s", (_, json, by) => {
    expect(excessOf(json)).toContain(by);
  });

  it("does not depend on the contents of a text", () => {
    const text = fc.stringMatching(/^[[\]{}:,"\\a\n]*$/);
    fc.assert(
      fc.property(text, fc.nat(3), (value, times) => {
        expect(excessOf(JSON.stringify(value.repeat(1_000 * times)))).toBeNull();
      }),
    );
  });

  it("refuses only texts that could not be searched, whether JSON or not", () => {
    for (const text of ['"', '"\\', '{"a', "]]]]", `"${"\\".repeat(500_001)}`]) expect(excessOf(text)).toBeNull();
  });

  it("lets the largest answers be read, redacted and compared", () => {
    const padding = "x".repeat(MAX_ANSWER_BYTES / MAX_VALUES - 20);
    const long = Object.fromEntries(
      Array.from({ length: MAX_VALUES - 3 }, (_, index) => [`${index}${padding}`, "a: //b?c"]),
    );
    const people = Array.from({ length: 500 }, (_, people_id) => ({ people_id, external_identities: named(30) }));
    for (const answer of [long, { full_list: people }, { list: Array.from({ length: MAX_VALUES - 3 }, () => 0) }]) {
      const json = JSON.stringify({ status: "finished", ...answer });
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      expect(excessOf(json)).toBeNull();
      const stored = redact(JSON.parse(json));
      expect(JSON.stringify(comparable(stored))).not.toBe("");
      const body = JSON.stringify(stored);
      expect(readVerificationSnapshot(JSON.parse(body))).toBeDefined();
      expect(otherFields(body)).toBeDefined();
      expect(canonicalJson(JSON.parse(body))).not.toBe("");
    }
  });
});

describe("a delivery", () => {
  const body = (data: object) => Buffer.from(JSON.stringify({ event_name: "verification.v2.created", data }));
  const deep = `{"event_name":"verification.v2.created","data":{"verification_id":"ver_1","created_at":${nested(100_000, "[", "]")}}}`;

  it.each([
    ["nested too deep", Buffer.from(deep)],
    ["with too many names", body({ verification_id: "ver_1", extra: named(MAX_VALUES) })],
    ["with too many values", body({ verification_id: "ver_1", extra: Array.from({ length: MAX_VALUES }, () => 1) })],
  ])("with %s is stored as too large, under its own event name and id", (_, bytes) => {
    expect(readDelivery(bytes)).toMatchObject({
      recognized: false,
      reason: "too_large",
      event_name: "verification.v2.created",
      verification_id: "ver_1",
    });
  });

  it("with too many findings is stored as too large", () => {
    const run = (count: number) =>
      readDelivery(
        Buffer.from(
          JSON.stringify({
            event_name: "verification.v2.findings.updated",
            data: {
              verification_id: "ver_1",
              run_id: "run_1",
              findings: Array.from({ length: count }, () => ({ severity: "low", message: "Falta." })),
            },
          }),
        ),
      );
    expect(run(1_000).recognized).toBe(true);
    expect(run(1_001)).toMatchObject({ recognized: false, reason: "invalid_field" });
  });
});
