import { describe, expect, it } from "vitest";
import { UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { readApiKeys, readCreatedApiKey } from "./api-key.ts";

const created_at = "2026-11-20T10:00:00Z";
const one = (entry: object) => readApiKeys([entry]).entries[0];

describe("an API key of the list", () => {
  it.each<[string, object, string, string | null, object]>([
    ["id and name", { id: "ak_1", name: "Backend" }, "ak_1", "Backend", {}],
    ["api_key_id and name", { api_key_id: "ak_1", name: "Backend" }, "ak_1", "Backend", {}],
    ["key_id and description", { key_id: "ak_1", description: "Backend" }, "ak_1", "Backend", {}],
    ["id and label", { id: "ak_1", label: "Backend" }, "ak_1", "Backend", {}],
    ["the name in id, the identifier in api_key_id", { id: "Backend", api_key_id: "ak_1" }, "ak_1", "Backend", {}],
    ["the name in id, the identifier in key_id", { id: "Backend", key_id: "ak_1" }, "ak_1", "Backend", {}],
    ["a name like an identifier in id", { id: "ak_old", api_key_id: "ak_1" }, "ak_1", "ak_old", {}],
    [
      "a name of its own beside all others",
      { id: "x", api_key_id: "ak_1", name: "Backend" },
      "ak_1",
      "Backend",
      { id: "x" },
    ],
    ["the identifier twice", { id: "ak_1", key_id: "ak_1" }, "ak_1", null, { id: "ak_1" }],
    ["an identifier alone", { id: "ak_1" }, "ak_1", null, {}],
    ["an identifier of another form", { id: "77" }, "77", null, {}],
    ["identifiers of another form only", { id: "Backend", key_id: "77" }, "Backend", null, { key_id: "77" }],
    ["a numeric identifier", { id: 77, name: "Backend" }, "77", "Backend", {}],
    ["an empty name before a label", { id: "ak_1", name: "", label: "Backend" }, "ak_1", "Backend", { name: "" }],
    ["the key that made it", { id: "Backend", created_by: "ak_0" }, "Backend", null, { created_by: "ak_0" }],
  ])("is read with %s", (_what, entry, api_key_id, name, other_fields) => {
    expect(one({ ...entry, created_at })).toEqual({ api_key_id, name, created_at, other_fields });
  });

  it.each(["data", "items", "results", "api_keys", "keys"])("is read from a list under %s", (field) => {
    expect(readApiKeys({ [field]: [{ id: "ak_1" }, { id: "ak_2" }] }).entries.map((key) => key.api_key_id)).toEqual([
      "ak_1",
      "ak_2",
    ]);
  });

  it("keeps unknown fields and unreadable times, but no key", () => {
    const answer = {
      id: "ak_1",
      created_at: 1_790_000_000,
      last_used: null,
      scopes: ["read"],
      api_key: "svc_sk_live_1",
    };
    expect(one(answer)).toEqual({
      api_key_id: "ak_1",
      name: null,
      created_at: null,
      other_fields: { created_at: 1_790_000_000, last_used: null, scopes: ["read"] },
    });
  });

  it("without any identifier is named by its place", () => {
    const { entries, unreadable } = readApiKeys([{ name: "Backend" }, { id: "ak_1" }]);
    expect(entries).toMatchObject([{ api_key_id: "ak_1" }]);
    expect(unreadable?.first).toBe("api_keys[0].id: missing (also looked for api_key_id and key_id)");
  });
});

describe("a created API key", () => {
  const answer = { id: "ak_1", api_key: "svc_sk_live_1", created_at };
  const key = { api_key_id: "ak_1", name: null, created_at, other_fields: {} };

  it.each<[string, object]>([
    ["bare", answer],
    ["under data", { success: true, data: answer }],
  ])("is read %s, with the key beside the record and not in it", (_where, body) => {
    expect(readCreatedApiKey(body)).toEqual({ key, api_key: "svc_sk_live_1" });
  });

  it.each<[string, unknown, string]>([
    ["no body", undefined, "api_key: expected an object"],
    ["no key", { id: "ak_1", created_at }, "api_key.api_key: missing"],
    ["an empty key", { id: "ak_1", api_key: "" }, "api_key.api_key: missing"],
    ["no identifier", { api_key: "svc_sk_live_1" }, "api_key.id: missing (also looked for api_key_id and key_id)"],
  ])("with %s is refused by the field's name", (_what, body, message) => {
    expect(() => readCreatedApiKey(body)).toThrow(new UnreadableAnswer(message));
  });
});
