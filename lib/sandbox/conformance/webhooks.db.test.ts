/** @module-tag conformance */
import { describe, expect, it } from "vitest";
import { isoTime } from "#lib/sandbox/testing/matchers.ts";
import { type Received, startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { type Json, ownSandbox } from "#lib/sandbox/testing/sandbox.ts";

const sandbox = await ownSandbox();

const hook = { url: "https://hook.invalid/hook", events: ["verification.v2.created"], description: "mine" };
const create = (fields: object = {}) => sandbox.call("POST", "/v2/webhooks", { body: { ...hook, ...fields } });
const created = async (fields: object = {}): Promise<Json> => (await create(fields)).body;
const update = async (id: string, body: object): Promise<Json> =>
  (await sandbox.call("PUT", `/v2/webhooks/${id}`, { body })).body;
const get = async (id: string): Promise<Json> => (await sandbox.call("GET", `/v2/webhooks/${id}`)).body;
const list = async (): Promise<Json[]> => (await sandbox.call("GET", "/v2/webhooks")).body.data;

describe("Resources: Webhook", () => {
  it("`url` must accept HTTPS `POST`: other targets are refused, but for http on the sandbox's own machine", async () => {
    for (const url of ["https://hook.invalid/a?b=c", "http://127.0.0.1:9/", "http://localhost/", "http://[::1]:9/"]) {
      expect([url, (await create({ url })).status]).toEqual([url, 201]);
    }
    const refused = ["http://hook.invalid/", "http://127.0.0.1.hook.invalid/", "ftp://hook.invalid/", "hook.invalid"];
    for (const url of [...refused, "", "https://user:password@hook.invalid/", "javascript:0", 7, null]) {
      await sandbox.refuses("VALIDATION_ERROR", "POST", "/v2/webhooks", { body: { ...hook, url } });
    }
  });

  it("`events` are the names of the events the webhook receives; what is missing or unknown is refused", async () => {
    const events = ["verification_item.v2.completed", "verification_people.curp_search_completed"];
    const { id, events: answered } = await created({ events });
    expect(answered).toEqual(events);
    const unknown = [
      "verification.v3.created",
      "verification_item.completed",
      "verification_people.v2.curp_search_completed",
    ];
    for (const wrong of [...[...unknown, "verification.created", "*", 7].map((name) => [name]), hook.events[0]]) {
      await sandbox.refuses("VALIDATION_ERROR", "POST", "/v2/webhooks", { body: { ...hook, events: wrong } });
      await sandbox.refuses("VALIDATION_ERROR", "PUT", `/v2/webhooks/${id}`, { body: { events: wrong } });
    }
    for (const body of [{}, { url: hook.url }])
      await sandbox.refuses("VALIDATION_ERROR", "POST", "/v2/webhooks", { body });
    expect((await get(id)).events).toEqual(events);
  });

  it("`description` is free text", async () => {
    for (const description of ["", "Núm. 1: «producción» 🏛\n<b>", "x".repeat(2000)]) {
      expect((await get((await created({ description })).id)).description).toBe(description);
    }
  });

  it("`secret` is returned only in the create response; it cannot be recovered or regenerated", async () => {
    const { id, secret } = await created();
    const answers = [
      await get(id),
      await list(),
      await update(id, { description: "again", secret: "another" }),
      await update(id, { ...hook, secret: null }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/secret|whsec/);
    expect(await sandbox.query("SELECT secret FROM sandbox.webhook WHERE id = $1", [id])).toEqual([{ secret }]);
  });
});

describe("Endpoints: Webhooks", () => {
  it("POST creates a webhook and answers it with its `secret`, which the service generates for it alone", async () => {
    const [one, other] = [await create(), await create({ secret: "mine" })];
    const [id, secret] = [expect.stringMatching(/^wh_/), expect.stringMatching(/^whsec_\S{32,}$/)];
    const webhook = { ...hook, id, enabled: true, secret, created_at: isoTime, updated_at: isoTime };
    for (const { status, body } of [one, other]) expect([status, body]).toEqual([201, webhook]);
    expect(one.body.id).not.toBe(other.body.id);
    expect(one.body.secret).not.toBe(other.body.secret);
  });

  it("GET lists the account's webhooks, and answers one", async () => {
    const { secret: _, ...webhook } = await created();
    expect(await list()).toContainEqual(webhook);
    const { status, body } = await sandbox.call("GET", `/v2/webhooks/${webhook.id}`);
    expect([status, body]).toEqual([200, webhook]);
  });

  it("DELETE deletes the webhook; what does not exist is 404", async () => {
    const { id } = await created();
    expect((await sandbox.call("DELETE", `/v2/webhooks/${id}`)).status).toBe(204);
    expect(await list()).not.toContainEqual(expect.objectContaining({ id }));
    for (const gone of [id, "wh_unknown"]) {
      for (const method of ["GET", "DELETE"]) await sandbox.refuses("NOT_FOUND", method, `/v2/webhooks/${gone}`);
      await sandbox.refuses("NOT_FOUND", "PUT", `/v2/webhooks/${gone}`, { body: {} });
    }
  });

  it("`webhookId`, rules 1 and 2: PUT updates only the fields sent, replaces `events` entirely, and answers the updated webhook", async () => {
    const {
      secret: _,
      updated_at: _before,
      ...webhook
    } = await created({ events: ["verification.v2.created", "verification.v2.finished"] });
    const { secret: _secret, ...other } = await created();
    let expected = { ...webhook, updated_at: isoTime };
    for (const body of [
      { description: "after" },
      { events: ["verification_item.v2.completed"] },
      { url: "https://hook.invalid/other" },
      {},
      { events: [], description: "", url: hook.url },
    ]) {
      expected = { ...expected, ...body };
      const answer = await sandbox.call("PUT", `/v2/webhooks/${webhook.id}`, { body });
      expect([answer.status, answer.body, await get(webhook.id)]).toEqual([200, expected, expected]);
    }
    expect(await get(other.id)).toEqual(other);
  });

  it("rule 3: to receive an event type, its name must be in `events`; `url` is where it is delivered", async () => {
    // Failed deliveries to webhooks of earlier tests would be retried again and again.
    for (const { id } of await list()) await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    const receiver = await startReceiver();
    const { id, url } = await sandbox.subscribe(receiver.url, ["verification.v2.finished"]);
    expect(url).toBe(receiver.url);
    const names = (deliveries: Received[]) => new Set(deliveries.map(({ event_name }) => event_name));
    await sandbox.play("finished");
    await sandbox.settled();
    expect(names(receiver.deliveries)).toEqual(new Set(["verification.v2.finished"]));
    await update(id, { events: ["verification.v2.created"] });
    const before = receiver.deliveries.length;
    await sandbox.play("finished");
    await sandbox.settled();
    expect(names(receiver.deliveries.slice(before))).toEqual(new Set(["verification.v2.created"]));
    await receiver.close();
  });
});

describe("Versioning", () => {
  it("`/v2/webhooks` and the people carry the prefix `/v2/`, API keys and verifications none, and exist under no other", async () => {
    const id = await sandbox.play("finished");
    for (const path of ["/v2/webhooks", `/v2/verifications/${id}/people`, "/api-keys", `/verifications/${id}`]) {
      expect([path, (await sandbox.call("GET", path)).status]).toEqual([path, 200]);
      const bare = path.replace("/v2", "");
      for (const other of [bare, `/v1${bare}`, `/v2${bare}`]) {
        if (other !== path) await sandbox.refuses("NOT_FOUND", "GET", other);
      }
    }
  });

  it("no version header or version parameter is used", async () => {
    const usual = await sandbox.call("GET", "/v2/webhooks");
    const headers = { "svc-version": "1", "api-version": "2020-01-01", "accept-version": "9" };
    const versioned = await sandbox.call("GET", "/v2/webhooks?version=1&api-version=9", { headers });
    expect([versioned.status, versioned.body]).toEqual([200, usual.body]);
    expect([...usual.headers.keys()].filter((name) => name.includes("version"))).toEqual([]);
  });
});
