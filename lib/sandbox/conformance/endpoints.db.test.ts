import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoTime, refusal } from "#lib/sandbox/testing/matchers.ts";
import { type Received, startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
});
afterAll(() => sandbox.end());

const ENDPOINTS = [
  ["GET", "/api-keys"],
  ["POST", "/api-keys"],
  ["DELETE", "/api-keys/ak_1"],
  ["POST", "/v2/webhooks"],
  ["GET", "/v2/webhooks"],
  ["GET", "/v2/webhooks/wh_1"],
  ["PUT", "/v2/webhooks/wh_1"],
  ["DELETE", "/v2/webhooks/wh_1"],
  ["GET", "/verifications/ver_1"],
  ["GET", "/v2/verifications/ver_1/people"],
] as const;

const hook = { url: "https://hook.invalid/hook", events: ["verification.v2.created"], description: "mine" };
const create = async (fields: object = {}) =>
  (await sandbox.call("POST", "/v2/webhooks", { body: { ...hook, ...fields } })).body;

/** Lets `work` happen while one of the service's tables is out of reach. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await sandbox.query(`ALTER TABLE sandbox.${table} RENAME TO ${table}_away`);
  try {
    await work();
  } finally {
    await sandbox.query(`ALTER TABLE sandbox.${table}_away RENAME TO ${table}`);
  }
}

describe("Endpoints", () => {
  it("all endpoints require the `x-api-key` header", async () => {
    for (const [method, path] of ENDPOINTS) {
      const body = method === "POST" || method === "PUT" ? {} : undefined;
      const refused = await sandbox.call(method, path, { key: null, body });
      expect([path, refused.status, refused.body]).toEqual([path, 401, refusal("UNAUTHORIZED")]);
      expect([path, (await sandbox.call(method, path, { body })).status]).not.toEqual([path, 401]);
    }
  });

  it("JSON bodies use `Content-Type: application/json`", async () => {
    const body = JSON.stringify({ id: "typed" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const answer = await sandbox.call("POST", "/api-keys", { body, headers: { "content-type": type } });
      expect([type, answer.status, answer.body]).toEqual([type, 400, refusal("BAD_REQUEST")]);
    }
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    const answer = await sandbox.call("POST", "/api-keys", { body, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "application/json; charset=utf-8"]);
  });

  describe("API keys", () => {
    const createKey = (id: unknown) => sandbox.call("POST", "/api-keys", { body: { id } });

    it("GET `/api-keys`: 200 with the list of the account's keys", async () => {
      const { id } = (await createKey("listed")).body;
      const { status, body } = await sandbox.call("GET", "/api-keys");
      expect(status).toBe(200);
      expect(body).toContainEqual({ id, name: "listed", permission: "full", created_at: isoTime });
    });

    it("POST `/api-keys` with `{ id }`: 201 with `{ id, api_key, created_at }`", async () => {
      const { status, body } = await createKey("three fields");
      expect(status).toBe(201);
      expect(body).toEqual({ id: expect.any(String), api_key: expect.any(String), created_at: isoTime });
    });

    it("POST `/api-keys`: 400 for invalid input", async () => {
      for (const body of [{}, { id: 7 }, { id: null }, { id: "" }, { id: ["a"] }, { id: "\u0000" }, { id: "\ud800" }]) {
        const answer = await sandbox.call("POST", "/api-keys", { body });
        expect([body, answer.status, answer.body]).toEqual([body, 400, refusal("VALIDATION_ERROR")]);
      }
      for (const body of ["[]", "null", '"id"', ""]) {
        expect((await sandbox.call("POST", "/api-keys", { body })).body).toEqual(refusal("VALIDATION_ERROR"));
      }
    });

    it("POST `/api-keys`: 409 when `id` already exists", async () => {
      const first = (await createKey("taken")).body;
      const again = await createKey("taken");
      expect([again.status, again.body]).toEqual([409, refusal("DUPLICATE_RESOURCE")]);
      // A name is free again once its key is gone.
      await sandbox.call("DELETE", `/api-keys/${first.id}`);
      expect((await createKey("taken")).status).toBe(201);
    });

    it("DELETE `/api-keys/{apiKeyId}` deletes the key; 404 when it does not exist", async () => {
      const { id, api_key: key } = (await createKey("to go")).body;
      expect((await sandbox.call("DELETE", `/api-keys/${id}`)).status).toBe(200);
      expect((await sandbox.call("GET", "/api-keys", { key })).status).toBe(401);
      for (const gone of [id, "ak_unknown", "to go"]) {
        const answer = await sandbox.call("DELETE", `/api-keys/${gone}`);
        expect([gone, answer.status, answer.body]).toEqual([gone, 404, refusal("NOT_FOUND")]);
      }
    });

    it("each of the three answers 401 and 500 in its cases", async () => {
      for (const [method, path] of ENDPOINTS.slice(0, 3)) {
        const body = method === "POST" ? { id: "unlucky" } : undefined;
        expect((await sandbox.call(method, path, { body, key: "svc_sk_live_unknown" })).status).toBe(401);
        await without("api_key", async () => {
          const answer = await sandbox.call(method, path, { body });
          expect([path, answer.status, answer.body]).toEqual([path, 500, refusal("INTERNAL_SERVER_ERROR")]);
        });
      }
    });

    it("GET `/api-keys` checks that a key works: 200 when it does, 401 when it is invalid or deleted", async () => {
      const { id, api_key: key } = (await createKey("checked")).body;
      const check = async (tried: string) => (await sandbox.call("GET", "/api-keys", { key: tried })).status;
      expect([await check(key), await check(`${key}0`), await check(key.slice(0, -1))]).toEqual([200, 401, 401]);
      await sandbox.call("DELETE", `/api-keys/${id}`, { key });
      expect(await check(key)).toBe(401);
    });
  });

  describe("Webhooks", () => {
    it("POST `/v2/webhooks` creates a webhook and answers it with its `secret`", async () => {
      const { status, body } = await sandbox.call("POST", "/v2/webhooks", { body: hook });
      expect(status).toBe(201);
      expect(body).toEqual({
        ...hook,
        id: expect.stringMatching(/^wh_/),
        enabled: true,
        secret: expect.stringMatching(/^whsec_/),
        created_at: isoTime,
        updated_at: isoTime,
      });
    });

    it("GET `/v2/webhooks` lists the account's webhooks", async () => {
      const { secret: _, ...webhook } = await create();
      const { status, body } = await sandbox.call("GET", "/v2/webhooks");
      expect(status).toBe(200);
      expect(body.data).toContainEqual(webhook);
    });

    it("GET `/v2/webhooks/{webhookId}` answers one webhook", async () => {
      const { secret: _, ...webhook } = await create();
      const { status, body } = await sandbox.call("GET", `/v2/webhooks/${webhook.id}`);
      expect([status, body]).toEqual([200, webhook]);
      expect((await sandbox.call("GET", "/v2/webhooks/wh_unknown")).body).toEqual(refusal("NOT_FOUND"));
    });

    it("PUT `/v2/webhooks/{webhookId}` takes any of `url`, `events`, `description`, and answers the updated webhook", async () => {
      const { secret: _, ...webhook } = await create();
      const changes = [{ url: "https://hook.invalid/other" }, { events: [] }, { description: "" }];
      for (const body of [...changes, Object.assign({}, ...changes)]) {
        const answer = await sandbox.call("PUT", `/v2/webhooks/${webhook.id}`, { body });
        expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: webhook.id, ...body })]);
      }
      const unknown = await sandbox.call("PUT", "/v2/webhooks/wh_unknown", { body: {} });
      expect(unknown.body).toEqual(refusal("NOT_FOUND"));
    });

    it("DELETE `/v2/webhooks/{webhookId}` deletes the webhook", async () => {
      const { id } = await create();
      expect((await sandbox.call("DELETE", `/v2/webhooks/${id}`)).status).toBe(204);
      for (const method of ["GET", "DELETE"]) {
        expect((await sandbox.call(method, `/v2/webhooks/${id}`)).body).toEqual(refusal("NOT_FOUND"));
      }
      const { body } = await sandbox.call("GET", "/v2/webhooks");
      expect(body.data.map((webhook: { id: string }) => webhook.id)).not.toContain(id);
    });

    it("rule 1: PUT updates only the fields sent; fields not sent stay intact", async () => {
      const { secret: _, updated_at: _before, ...webhook } = await create();
      let expected = webhook;
      for (const change of [{ description: "after" }, { events: ["verification.v2.finished"] }, {}]) {
        expected = { ...expected, ...change };
        await sandbox.call("PUT", `/v2/webhooks/${webhook.id}`, { body: change });
        const { body } = await sandbox.call("GET", `/v2/webhooks/${webhook.id}`);
        expect(body).toEqual({ ...expected, updated_at: isoTime });
      }
    });

    it("rule 2: `events` in PUT replaces the array entirely", async () => {
      const { id } = await create({ events: ["verification.v2.created", "verification.v2.finished"] });
      const { body } = await sandbox.call("PUT", `/v2/webhooks/${id}`, {
        body: { events: ["verification.v2.finished"] },
      });
      expect(body.events).toEqual(["verification.v2.finished"]);
    });

    it("rule 3: to receive an event type, its name must be in `events`", async () => {
      const receiver = await startReceiver();
      const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.finished"]);
      await sandbox.play("finished");
      await sandbox.settled();
      const names = (deliveries: Received[]) => new Set(deliveries.map(({ event_name }) => event_name));
      expect(names(receiver.deliveries)).toEqual(new Set(["verification.v2.finished"]));
      await sandbox.call("PUT", `/v2/webhooks/${id}`, { body: { events: ["verification.v2.created"] } });
      const before = receiver.deliveries.length;
      await sandbox.play("finished");
      await sandbox.settled();
      expect(names(receiver.deliveries.slice(before))).toEqual(new Set(["verification.v2.created"]));
      await sandbox.call("DELETE", `/v2/webhooks/${id}`);
      await receiver.close();
    });

    it("rule 4: a lost secret cannot be regenerated; a new webhook has a new one", async () => {
      const lost = await create();
      const { body } = await sandbox.call("PUT", `/v2/webhooks/${lost.id}`, { body: { secret: null, ...hook } });
      expect(body).not.toHaveProperty("secret");
      expect((await create()).secret).not.toBe(lost.secret);
    });
  });

  describe("Verification read", () => {
    it("GET `/verifications/{verification-id}` answers the verification with its current state", async () => {
      const id = await sandbox.play("full-upload", { tag: "EXP-77" });
      const read = () => sandbox.call("GET", `/verifications/${id}`);
      const state = { verification_id: id, tag: "EXP-77", created_at: isoTime };
      const before = await read();
      expect([before.status, before.body]).toMatchObject([200, { ...state, status: "pending" }]);
      const finding = { severity: "high", message: "Falta el acta." };
      await sandbox.change(id, { kind: "finished", run_id: "run", findings: [finding] });
      expect((await read()).body).toMatchObject({
        ...state,
        status: "finished",
        documents_status: "full_upload",
        findings: { items: [finding], computed_at: isoTime },
      });
    });

    it("it contains `tag` (not `verification_tag`) and does not return `account_name`", async () => {
      const body = await sandbox.read(await sandbox.play("finished", { tag: "EXP-78" }));
      expect(body.tag).toBe("EXP-78");
      for (const field of ["verification_tag", "account_name"]) expect(JSON.stringify(body)).not.toContain(field);
    });

    it("GET `/v2/verifications/{verification_id}/people` answers an object with the array `full_list`", async () => {
      const id = await sandbox.play("finished");
      const { status, body } = await sandbox.call("GET", `/v2/verifications/${id}/people`);
      expect(status).toBe(200);
      expect(body.full_list.length).toBeGreaterThan(2);
      expect((await sandbox.people(await sandbox.play("pending-upload"))).length).toBe(0);
    });

    it("each entry of `full_list` carries `people_id` and `external_identities` (with `curp`)", async () => {
      for (const person of await sandbox.people(await sandbox.play("finished"))) {
        expect(person).toMatchObject({
          people_id: expect.any(Number),
          external_identities: { curp: { success: true, curp_file: expect.stringContaining("Expires=") } },
        });
      }
    });

    it("an unknown verification is 404 at both", async () => {
      for (const path of ["/verifications/ver_unknown", "/v2/verifications/ver_unknown/people"]) {
        const { status, body } = await sandbox.call("GET", path);
        expect([status, body]).toEqual([404, refusal("NOT_FOUND")]);
      }
    });
  });
});

describe("Versioning", () => {
  it("`/v2/webhooks` and `/v2/verifications/{verification_id}/people` carry the prefix `/v2/`, and exist under no other", async () => {
    const id = await sandbox.play("finished");
    for (const path of ["/v2/webhooks", `/v2/verifications/${id}/people`]) {
      expect([path, (await sandbox.call("GET", path)).status]).toEqual([path, 200]);
      for (const other of [path.replace("/v2", ""), path.replace("/v2", "/v1")]) {
        expect([other, (await sandbox.call("GET", other)).status]).toEqual([other, 404]);
      }
    }
  });

  it("the API keys path and the verification read path carry no version prefix", async () => {
    const id = await sandbox.play("finished");
    for (const path of ["/api-keys", `/verifications/${id}`]) {
      expect([path, (await sandbox.call("GET", path)).status]).toEqual([path, 200]);
      expect([path, (await sandbox.call("GET", `/v2${path}`)).status]).toEqual([path, 404]);
    }
  });

  it("no version header or version parameter is used", async () => {
    const usual = await sandbox.call("GET", "/v2/webhooks");
    const headers = { "svc-version": "1", "api-version": "2020-01-01", "accept-version": "9" };
    const asked = await sandbox.call("GET", "/v2/webhooks?version=1&api-version=9", { headers });
    expect([asked.status, asked.body]).toEqual([200, usual.body]);
    expect([...usual.headers.keys()].filter((name) => name.includes("version"))).toEqual([]);
  });

  it("event names carry the segment `v2`; `verification_people.curp_search_completed` carries none", async () => {
    const accepted = async (name: string) =>
      (await sandbox.call("POST", "/v2/webhooks", { body: { ...hook, events: [name] } })).status === 201;
    const names = [
      "verification.v2.created",
      "verification_item.v2.completed",
      "verification_people.curp_search_completed",
    ];
    for (const name of names) {
      expect([name, await accepted(name)]).toEqual([name, true]);
      const other = name.includes(".v2.") ? name.replace(".v2", "") : name.replace(".", ".v2.");
      expect([other, await accepted(other)]).toEqual([other, false]);
    }
  });
});
