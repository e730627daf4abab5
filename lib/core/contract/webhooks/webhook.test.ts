import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { readCreatedWebhook, readWebhook, readWebhooks } from "./webhook.ts";

const fields = { url: "https://example.mx/hook", events: ["verification.v2.created"], description: "Ours" };
const webhook = { webhook_id: "wh_1", ...fields, enabled: null, other_fields: {} };

describe("a webhook's identifier", () => {
  it.each(["id", "webhook_id", "webhookId"])("is read from %s", (name) => {
    expect(readWebhook({ [name]: "wh_1", ...fields })).toEqual(webhook);
    expect(readWebhook({ data: { [name]: "wh_1", ...fields } })).toEqual(webhook);
    expect(readWebhooks([{ [name]: "wh_1", ...fields }]).entries).toEqual([webhook]);
    expect(readWebhooks({ data: [{ [name]: "wh_1", ...fields }] }).entries).toEqual([webhook]);
  });

  it("may be a number", () => {
    expect(readWebhook({ id: 17, ...fields }).webhook_id).toBe("17");
  });

  it("in a second field stays visible", () => {
    expect(readWebhook({ id: "wh_1", webhook_id: "other", ...fields })).toEqual({
      ...webhook,
      other_fields: { webhook_id: "other" },
    });
  });

  it("is reported as missing, with the entry that lacks it", () => {
    expect(() => readWebhook(fields)).toThrow(UnreadableAnswer);
    expect(() => readWebhook({ ...fields, id: null })).toThrow("webhook.id: missing");
    expect(readWebhooks([{ id: "wh_1" }, fields]).unreadable?.first).toContain("webhooks[1].id: missing");
  });
});

describe("a webhook's flag", () => {
  it.each<[string, unknown, boolean]>([
    ["enabled", true, true],
    ["enabled", false, false],
    ["is_enabled", true, true],
    ["is_enabled", false, false],
    ["active", true, true],
    ["active", false, false],
    ["is_active", true, true],
    ["is_active", false, false],
    ["disabled", true, false],
    ["disabled", false, true],
    ["is_disabled", true, false],
    ["is_disabled", false, true],
    ["status", "enabled", true],
    ["status", "ACTIVE", true],
    ["status", "disabled", false],
    ["status", "Inactive", false],
    ["status", "paused", false],
    ["status", true, true],
    ["status", false, false],
  ])("%s: %j means enabled: %j", (name, value, enabled) => {
    expect(readWebhook({ id: "wh_1", ...fields, [name]: value })).toEqual({ ...webhook, enabled });
  });

  it.each<[string, unknown]>([
    ["enabled", null],
    ["disabled", "no"],
    ["status", "degraded"],
    ["status", 1],
  ])("%s: %j is not guessed, and shown as received", (name, value) => {
    expect(readWebhook({ id: "wh_1", ...fields, [name]: value })).toEqual({
      ...webhook,
      other_fields: { [name]: value },
    });
  });

  it("is taken from the next field if the first is empty", () => {
    const { enabled, other_fields } = readWebhook({ id: "wh_1", enabled: null, is_disabled: true });
    expect({ enabled, other_fields }).toEqual({ enabled: false, other_fields: { enabled: null } });
  });
});

describe("a webhook's other fields", () => {
  it("are kept as they came", () => {
    const other_fields = { created_at: "2026-11-20T10:00:00Z", headers: { "x-a": ["1"] }, retries: 0, note: null };
    expect(readWebhook({ id: "wh_1", ...fields, ...other_fields })).toEqual({ ...webhook, other_fields });
  });

  it("hold the value of a known field if its form is unknown", () => {
    const odd = { url: null, description: { es: "Nuestro" }, events: "*" };
    expect(readWebhook({ id: "wh_1", ...odd })).toMatchObject({
      url: null,
      description: null,
      events: [],
      other_fields: odd,
    });
    const events = ["verification.v2.created", { name: "verification.v2.finished" }];
    expect(readWebhook({ id: "wh_1", events })).toMatchObject({
      events: ["verification.v2.created"],
      other_fields: { events },
    });
  });

  it("never hold a secret, whatever its form", () => {
    for (const secret of ["whsec_1", ["whsec_1"], { value: "whsec_1" }]) {
      expect(JSON.stringify(readWebhooks([{ id: "wh_1", ...fields, secret }]))).not.toContain("whsec_1");
    }
  });
});

describe("a created webhook", () => {
  it.each<[string, object]>([
    ["bare", { id: "wh_1", ...fields, secret: "whsec_1" }],
    ["under data", { success: true, data: { webhookId: "wh_1", ...fields, secret: "whsec_1" } }],
  ])("is read %s, with its secret beside the record and not in it", (_where, answer) => {
    expect(readCreatedWebhook(answer)).toEqual({ webhook, secret: "whsec_1" });
  });

  it.each<[string, object, string]>([
    ["no secret", { id: "wh_1", ...fields }, "webhook.secret: missing"],
    ["an empty secret", { id: "wh_1", secret: "" }, "webhook.secret: missing"],
    ["a secret that is no text", { id: "wh_1", secret: 7 }, "webhook.secret: missing"],
    ["no id", { ...fields, secret: "whsec_1" }, "webhook.id: missing (also looked for webhook_id and webhookId)"],
  ])("with %s is refused by the field's name", (_what, answer, message) => {
    expect(() => readCreatedWebhook(answer)).toThrow(new UnreadableAnswer(message));
  });
});

it("is readable from any record with an identifier, and loses nothing but the secret", () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
  fc.assert(
    fc.property(record, (generated) => {
      const read = readWebhook({ ...generated, id: "wh_1" });
      const known = ["id", "url", "events", "description", "secret", "status", "__proto__"];
      return Object.entries(generated)
        .filter(([name]) => !known.includes(name) && !/^(is_)?(en|dis)abled$|^(is_)?active$/.test(name))
        .every(([name, value]) => JSON.stringify(read.other_fields[name]) === JSON.stringify(value));
    }),
  );
});
