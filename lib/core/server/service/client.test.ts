import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createServiceClient, onServiceClock, type ServiceClient } from "./client.ts";
import { everythingOf, failureOf } from "./testing/failure.ts";
import { type Reply, startWire, text } from "./testing/wire.ts";

async function against(...replies: Reply[]) {
  const wire = await startWire(...replies);
  return { wire, client: createServiceClient({ baseUrl: wire.baseUrl, getKey: async () => "svc_sk_live_1" }) };
}

const webhook = { url: "https://example.mx/hook", events: ["verification.v2.created"], description: "Ours" } as const;
const partsOf = ({ method, url, body }: { method: string; url: string; body: string }) => [method, url, body];

describe("requests of the client match the interface", () => {
  it.each<[string, (client: ServiceClient) => Promise<unknown>, string, string, string]>([
    ["the list of keys", (client) => client.listApiKeys(), "GET", "/api-keys", ""],
    ["a new key", (client) => client.createApiKey("Mío"), "POST", "/api-keys", '{"id":"Mío"}'],
    ["the end of a key", (client) => client.deleteApiKey("ak/1"), "DELETE", "/api-keys/ak%2F1", ""],
    ["the list of webhooks", (client) => client.listWebhooks(), "GET", "/v2/webhooks", ""],
    ["one webhook", (client) => client.getWebhook("wh 1"), "GET", "/v2/webhooks/wh%201", ""],
    ["a new webhook", (client) => client.createWebhook(webhook), "POST", "/v2/webhooks", JSON.stringify(webhook)],
    [
      "a change",
      (client) => client.updateWebhook("wh_1", { url: "https://x.mx" }),
      "PUT",
      "/v2/webhooks/wh_1",
      '{"url":"https://x.mx"}',
    ],
    ["the end of a webhook", (client) => client.deleteWebhook("wh_1"), "DELETE", "/v2/webhooks/wh_1", ""],
    ["a verification", (client) => client.readVerification("ver_1"), "GET", "/verifications/ver_1", ""],
    ["its people", (client) => client.readPeople("ver_1"), "GET", "/v2/verifications/ver_1/people", ""],
  ])("for %s", async (_what, ask, ...expected) => {
    const { client, wire } = await against([
      200,
      { id: "x_1", api_key: "k", secret: "s", status: "pending", data: [] },
    ]);
    await ask(client);
    expect(wire.arrived.map(partsOf)).toEqual([expected]);
  });
});

describe("the result of a call", () => {
  it.each([200, 201, 202])(
    "is the created record, with its secret once, for a creation answered with %d",
    async (status) => {
      const { client } = await against(
        [status, { id: "ak_1", api_key: "svc_sk_live_2", created_at: "2026-11-20T10:00:00Z" }],
        [status, { data: { webhookId: "wh_1", ...webhook, secret: "whsec_1" } }],
      );
      expect(await client.createApiKey("Backend")).toMatchObject({
        key: { api_key_id: "ak_1" },
        api_key: "svc_sk_live_2",
      });
      expect(await client.createWebhook(webhook)).toMatchObject({ webhook: { webhook_id: "wh_1" }, secret: "whsec_1" });
    },
  );

  it.each<[string, Reply]>([
    ["200 with JSON", [200, { deleted: true }]],
    ["200 with a word", text(200, "text/plain", "OK")],
    ["200 without a body", [200, undefined]],
    ["201", [201, undefined]],
    ["202", [202, { id: "wh_1" }]],
    ["204", 204],
  ])("is success for a change or a deletion answered with %s", async (_what, reply) => {
    const { client } = await against(reply);
    await expect(client.deleteApiKey("ak_1")).resolves.toBeUndefined();
    await expect(client.deleteWebhook("wh_1")).resolves.toBeUndefined();
    await expect(client.updateWebhook("wh_1", {})).resolves.toBeUndefined();
  });

  it.each<[string, Reply, (client: ServiceClient) => Promise<unknown>, string]>([
    ["a list without entries", [200, { total: 0 }], (client) => client.listWebhooks(), "webhooks: expected a list"],
    ["a key without an id", [200, [{ name: "x" }]], (client) => client.listApiKeys(), "api_keys[0].id: missing"],
    [
      "a new key without the key",
      [201, { id: "ak_1" }],
      (client) => client.createApiKey("x"),
      "api_key.api_key: missing",
    ],
    ["a new webhook without a body", 204, (client) => client.createWebhook(webhook), "webhook: expected an object"],
    ["a verification without a body", 204, (client) => client.readVerification("ver_1"), "it is empty"],
    [
      "people that are a page",
      text(200, "text/html", "<p>"),
      (client) => client.readPeople("ver_1"),
      "it is a web page",
    ],
  ])("names the unreadable field for %s", async (_what, reply, ask, named) => {
    const { client, wire } = await against(reply);
    const error = await failureOf(ask(client));
    expect(error).toMatchObject({
      code: "SERVICE_UNREADABLE",
      status: 502,
      retryable: false,
      message: expect.stringContaining(named),
    });
    expect(wire.arrived).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a text", "ak_2"],
    ["a list", [{ id: "ak_2" }]],
    ["nothing to identify it", {}],
  ])(
    "is the readable entries for a list with an entry that is %s, and an error if all are needed",
    async (_what, bad) => {
      const list: Reply = [200, { data: [bad, { id: "ak_1" }] }];
      const { client } = await against(list, list, list, list);
      const unreadable = { count: 1, first: expect.stringMatching(/^\w+\[0\]/) };
      expect(await client.listReadableApiKeys()).toMatchObject({ entries: [{ api_key_id: "ak_1" }], unreadable });
      const { webhooks } = await client.listReadableWebhooks();
      expect(webhooks).toMatchObject({ entries: [{ webhook_id: "ak_1" }], unreadable });
      for (const whole of [client.listApiKeys(), client.listWebhooks()]) {
        expect(await failureOf(whole)).toMatchObject({
          code: "SERVICE_UNREADABLE",
          message: expect.stringContaining("[0]"),
        });
      }
    },
  );

  it("is the readable people if one is unreadable, and an error without a list", async () => {
    const body = { full_list: [null, { people_id: 1 }] };
    const { client } = await against([200, body], [200, { full_list: "none" }]);
    expect((await client.readPeople("ver_1")).body).toEqual(body);
    expect((await failureOf(client.readPeople("ver_1"))).message).toContain("full_list: expected a list");
  });

  it.each<[string, object, (client: ServiceClient) => Promise<unknown>]>([
    [
      "more people",
      { full_list: Array.from({ length: 501 }, () => ({ people_id: 1 })) },
      (client) => client.readPeople("ver_1"),
    ],
    [
      "more findings",
      { status: "pending", findings: { items: Array.from({ length: 1_001 }, () => ({})) } },
      (client) => client.readVerification("ver_1"),
    ],
    [
      "more names",
      { status: "pending", ...Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [index, 1])) },
      (client) => client.readVerification("ver_1"),
    ],
    ["more values", Array.from({ length: 20_001 }, () => ({ id: "ak_1" })), (client) => client.listApiKeys()],
    [
      "deeper lists",
      [200, JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)],
      (client) => client.listWebhooks(),
    ],
  ])("with %s above the limit is too large", async (_what, body, ask) => {
    const { client } = await against([200, body]);
    expect(await failureOf(ask(client))).toMatchObject({ code: "SERVICE_TOO_LARGE", status: 502, retryable: false });
  });

  it("never holds the secret of an unreadable answer", async () => {
    const secret = "whsec_0123456789";
    for (const reply of [
      [201, { secret, url: webhook.url }],
      [201, { id: "wh_1", secret: [secret] }],
      [201, [secret]],
      text(201, "application/json", `{"id":"wh_1","secret":"${secret}"`),
    ] satisfies Reply[]) {
      const { client } = await against(reply);
      const error = await failureOf(client.createWebhook(webhook));
      expect(error.code).toBe("SERVICE_UNREADABLE");
      expect(everythingOf(error)).not.toContain(secret);
    }
  });
});

describe("an answer behind a byte order mark", () => {
  const marked = (status: number, body: unknown) =>
    text(status, "application/json; charset=utf-8", `\ufeff${JSON.stringify(body)}`);

  it("is read like any other", async () => {
    const people = { full_list: [{ people_id: 1, full_name: "\ufeffAña" }] };
    const { client } = await against(
      marked(200, [{ id: "ak_1" }]),
      marked(200, { data: [{ id: "wh_1" }] }),
      marked(201, { id: "ak_2", api_key: "svc_sk_live_2" }),
      marked(200, people),
    );
    expect(await client.listApiKeys()).toMatchObject([{ api_key_id: "ak_1" }]);
    expect(await client.listWebhooks()).toMatchObject([{ webhook_id: "wh_1" }]);
    expect(await client.createApiKey("x")).toMatchObject({ api_key: "svc_sk_live_2" });
    expect((await client.readPeople("ver_1")).body).toEqual(people);
  });

  it("is refused by its code", async () => {
    const { client } = await against(marked(409, { code: "DUPLICATE_RESOURCE", message: "There is one." }));
    expect(await failureOf(client.createApiKey("x"))).toMatchObject({
      code: "DUPLICATE_RESOURCE",
      serviceMessage: "There is one.",
    });
  });

  it("is empty if nothing follows", async () => {
    const { client } = await against(text(200, "application/json", "\ufeff"));
    expect((await failureOf(client.readVerification("ver_1"))).message).toContain("it is empty");
  });
});

describe("a read", () => {
  it("is the answer as received, with the second of the service's clock when ours is off", async () => {
    const body = { data: { verification_id: "ver_1", status: "pending", odd: [1] } };
    const { client } = await against([200, body, { date: "Fri, 20 Nov 2020 10:00:00 GMT" }]);
    const reading = await client.readVerification("ver_1");
    expect(reading.body).toEqual(body);
    expect(reading.began_at_ms).toBe(Date.UTC(2020, 10, 20, 10, 0, 0, 999));
  });
});

describe("the time of a read", () => {
  const second = Date.UTC(2026, 10, 20, 10);

  it.each<[string, number, number | null, number, number]>([
    ["is ours where the service states none", second + 123, null, second + 300, second + 123],
    ["is ours while it agrees with the service's second", second + 123, second, second + 300, second + 123],
    ["is ours where the answer took long", second - 4_000, second, second, second - 4_000],
    [
      "is the end of the service's second where our clock is ahead",
      second + 60_000,
      second,
      second + 60_100,
      second + 999,
    ],
    ["is the second less the wait where our clock is behind", second - 60_000, second, second - 59_900, second - 100],
  ])("%s", (_what, began, serviceTime, now, expected) => {
    expect(onServiceClock(began, serviceTime, now)).toBe(expected);
  });

  it("lies between the service's second and the wait, and is ours if ours lies there", () => {
    const ms = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(ms, ms, fc.nat({ max: 10_000 }), (began, serviceTime, took) => {
        const at = onServiceClock(began, serviceTime, began + took);
        const possible = began >= serviceTime - took && began <= serviceTime + 999;
        return at >= serviceTime - took && at <= serviceTime + 999 && (!possible || at === began);
      }),
    );
  });
});
