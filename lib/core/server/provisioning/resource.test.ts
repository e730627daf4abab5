import { describe, expect, it } from "vitest";
import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { apiKeys, webhooks } from "./resource.ts";

const unusedClient = {} as ServiceClient;

describe("an attempt at a key left", () => {
  const key = (api_key_id: string, name: string | null): ApiKey => ({
    api_key_id,
    name,
    created_at: null,
    other_fields: {},
  });
  const attempt = { asked: { name: "cotejo-dashboard-1" }, known_ids: ["ak_ours"] };
  const ours = key("ak_ours", "cotejo-dashboard");

  it.each<[string, ApiKey[], object]>([
    ["the one with its name", [ours, key("ak_1", attempt.asked.name)], { ids: ["ak_1"] }],
    ["the one with its name in place of an id", [ours, key(attempt.asked.name, null)], { ids: [attempt.asked.name] }],
    ["nothing", [ours, key("ak_1", "Backend")], { ids: [] }],
    ["not one that was there before", [ours, key("ak_ours", attempt.asked.name)], { ids: [] }],
    ["what is unclear: new without a name", [ours, key("ak_1", null)], { ids: [], unclear: ["ak_1"] }],
    ["what is unclear: no names at all", [key("ak_ours", null)], { ids: [], unclear: [] }],
  ])("%s", (_, listed, left) => {
    expect(apiKeys(unusedClient).leftBy(attempt, listed)).toEqual(left);
  });
});

describe("an attempt at a webhook left", () => {
  const asked = { url: "https://hooks.maderas.mx/svc", events: ["a", "b"], description: "Billing" };
  const webhook = (change: Partial<Webhook> = {}): Webhook => ({
    webhook_id: "wh_1",
    enabled: true,
    other_fields: {},
    ...asked,
    ...change,
  });

  it.each<[string, Partial<Webhook>, string[]]>([
    ["the one that is as was requested", {}, ["wh_1"]],
    ["also where it is spelt otherwise", { url: "HTTPS://hooks.maderas.mx:443/svc", events: ["b", "a"] }, ["wh_1"]],
    ["not one that was there before", { webhook_id: "wh_0" }, []],
    ["not one of another address", { url: "https://hooks.maderas.mx/other" }, []],
    ["not one without an address", { url: null }, []],
    ["not one of other events", { events: ["a"] }, []],
    ["not one of another description", { description: null }, []],
  ])("%s", (_, change, ids) => {
    expect(webhooks(unusedClient).leftBy({ asked, known_ids: ["wh_0"] }, [webhook(change)])).toEqual({ ids });
  });
});
