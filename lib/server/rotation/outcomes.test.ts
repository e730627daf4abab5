import { expect, it } from "vitest";
import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import { refused, timedOut, unreachable, unreadable } from "#lib/server/service/service-error.ts";
import { findLeftovers, judgePost } from "./outcomes.ts";

const answered = (status: number, code: string | null = null) => refused(status, { code, message: null }, undefined);

it.each([
  [500, "unknown"],
  [503, "unknown"],
  [409, "unknown"],
  [418, "unknown"],
  [429, "not_done"],
  [400, "refused"],
  [401, "refused"],
  [403, "refused"],
  [404, "refused"],
])("a POST answered with %d is %s", (status, outcome) => {
  expect(judgePost(answered(status))).toBe(outcome);
});

it("a POST without an answer is unknown, unless it never left", () => {
  expect(judgePost(timedOut("POST"))).toBe("unknown");
  expect(judgePost(unreachable("POST", "ECONNRESET"))).toBe("unknown");
  expect(judgePost(unreachable("POST", undefined))).toBe("unknown");
  expect(judgePost(unreadable("api_key.api_key: missing", 201))).toBe("unknown");
  expect(judgePost(unreachable("POST", "ECONNREFUSED"))).toBe("not_done");
});

const key = (api_key_id: string, name: string | null): ApiKey => ({
  api_key_id,
  name,
  created_at: null,
  other_fields: {},
});
const attempt = { label: "cotejo-dashboard-1", keys_before: ["ak_ours"] };
const ours = key("ak_ours", "cotejo-dashboard");

it.each<[string, ApiKey[], object]>([
  ["the one with its label", [ours, key("ak_1", attempt.label)], { found: "orphan", id: "ak_1" }],
  ["the label in place of an id", [ours, key(attempt.label, null)], { found: "orphan", id: attempt.label }],
  ["nothing", [ours, key("ak_1", "Backend")], { found: "nothing" }],
  ["not one that was there before", [ours, { ...key("ak_ours", attempt.label) }], { found: "nothing" }],
  ["unclear: new without a name", [ours, key("ak_1", null)], { found: "unclear", ids: ["ak_1"] }],
  ["unclear: no names at all", [key("ak_ours", null)], { found: "unclear", ids: [] }],
])("a lost attempt left: %s", (_, keys, leftovers) => {
  expect(findLeftovers(keys, attempt)).toEqual(leftovers);
});
