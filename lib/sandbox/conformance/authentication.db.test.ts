import { createHash, createHmac, randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReceiverLoader } from "#lib/receiver/load-receivers.ts";
import { startReceiver as startReceiverProcess } from "#lib/receiver/receiver.ts";
import { refusal } from "#lib/sandbox/testing/matchers.ts";
import { startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase } from "#test/database.ts";
import { postHook } from "#test/hooks.ts";

let sandbox: TestSandbox;
let receiver: TestReceiver;
let secret: string;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
  receiver = await startReceiver();
  secret = (await sandbox.subscribe(receiver.url)).secret;
  await sandbox.play("finished-again", { seed: "signed", tag: "Año Ñandú 🏛" });
  await sandbox.settled();
});
afterAll(async () => {
  await sandbox.end();
  await receiver.close();
});

describe("Authentication", () => {
  describe("API key", () => {
    it("1: every call carries the header `x-api-key`; `Authorization: Bearer` is not used", async () => {
      const headers = { authorization: `Bearer ${sandbox.apiKey()}` };
      expect((await sandbox.call("GET", "/api-keys", { key: null, headers })).body).toEqual(refusal("UNAUTHORIZED"));
      expect((await sandbox.call("GET", `/api-keys?x-api-key=${sandbox.apiKey()}`, { key: null })).status).toBe(401);
      expect((await sandbox.call("GET", "/api-keys", { headers: { authorization: "Bearer x" } })).status).toBe(200);
    });

    it("2: the `api_key` value appears only in the create response", async () => {
      const { id, api_key: key } = (await sandbox.call("POST", "/api-keys", { body: { id: "shown once" } })).body;
      const listed = await sandbox.call("GET", "/api-keys");
      expect(listed.body.map((entry: { id: string }) => entry.id)).toContain(id);
      expect(JSON.stringify(listed.body)).not.toContain(key);
    });

    it("3: a missing or invalid key gives 401", async () => {
      for (const key of [null, "", "svc_sk_live_unknown", `${sandbox.apiKey()} `.repeat(2), "ñ"]) {
        const encoded = key && Buffer.from(key).toString("latin1");
        const { status, body } = await sandbox.call("GET", "/api-keys", { key: encoded });
        expect([key, status, body]).toEqual([key, 401, refusal("UNAUTHORIZED")]);
      }
    });

    it("3: a key without permission for the action gives 403", async () => {
      const reader = await sandbox.call("POST", "/sandbox/api-keys", { body: { id: "reader", permission: "read" } });
      const key = reader.body.api_key;
      for (const path of ["/api-keys", "/v2/webhooks"])
        expect((await sandbox.call("GET", path, { key })).status).toBe(200);
      const { id } = (await sandbox.call("POST", "/v2/webhooks", { body: { url: "https://hook.invalid", events: [] } }))
        .body;
      for (const [method, path, body] of [
        ["POST", "/api-keys", { id: "more" }],
        ["DELETE", `/api-keys/${reader.body.id}`],
        ["POST", "/v2/webhooks", { url: "https://hook.invalid", events: [] }],
        ["PUT", `/v2/webhooks/${id}`, { description: "x" }],
        ["DELETE", `/v2/webhooks/${id}`],
      ] as const) {
        const refused = await sandbox.call(method, path, { key, body });
        expect([path, refused.status, refused.body]).toEqual([path, 403, refusal("FORBIDDEN")]);
      }
      expect((await sandbox.call("GET", `/v2/webhooks/${id}`)).body.description).toBe("");
    });

    it("4: keys are per account", async () => {
      const [other, apiKey] = ["acc_other", "svc_sk_live_of_another_account"];
      await sandbox.query(
        "INSERT INTO sandbox.account (account_id, account_name, seed, file_key) VALUES ($1, $1, $1, $2)",
        [other, Buffer.alloc(32)],
      );
      await sandbox.query("INSERT INTO sandbox.api_key VALUES ('ak_other', $1, 'theirs', $2, 'full', now())", [
        other,
        createHash("sha256").update(apiKey).digest(),
      ]);
      const theirs = (method: string, path: string) => sandbox.call(method, path, { key: apiKey });
      const { body: keys } = await sandbox.call("GET", "/api-keys");
      const { body: webhooks } = await sandbox.call("GET", "/v2/webhooks");
      const id = String(receiver.deliveries[0]?.data.verification_id);
      expect((await theirs("GET", "/api-keys")).body.map((key: { id: string }) => key.id)).toEqual(["ak_other"]);
      expect((await theirs("GET", "/v2/webhooks")).body.data).toEqual([]);
      for (const [method, path] of [
        ["DELETE", `/api-keys/${keys[0].id}`],
        ["GET", `/v2/webhooks/${webhooks.data[0].id}`],
        ["DELETE", `/v2/webhooks/${webhooks.data[0].id}`],
        ["GET", `/verifications/${id}`],
        ["GET", `/v2/verifications/${id}/people`],
      ] as const) {
        expect([path, (await theirs(method, path)).status]).toEqual([path, 404]);
        expect([path, (await sandbox.call("GET", "/api-keys")).status]).toEqual([path, 200]);
      }
    });

    it("4: several keys may coexist, which allows rotation: create new, switch, delete old", async () => {
      const old = (await sandbox.call("POST", "/api-keys", { body: { id: "rotation 1" } })).body;
      const fresh = (await sandbox.call("POST", "/api-keys", { body: { id: "rotation 2" }, key: old.api_key })).body;
      const works = async (key: string) => (await sandbox.call("GET", "/api-keys", { key })).status;
      expect([await works(old.api_key), await works(fresh.api_key)]).toEqual([200, 200]);
      await sandbox.call("DELETE", `/api-keys/${old.id}`, { key: fresh.api_key });
      expect([await works(old.api_key), await works(fresh.api_key)]).toEqual([401, 200]);
    });
  });

  describe("Webhook signature", () => {
    it("every delivery is a `POST` with the header `Svc-Signature` of the shape `t=<unix_timestamp>,v1=<hex_signature>`", () => {
      expect(receiver.deliveries.length).toBeGreaterThan(50);
      for (const { method, contentType, signature } of receiver.deliveries) {
        expect([method, contentType]).toEqual(["POST", "application/json"]);
        expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      }
    });

    it("step 1: `t` is the Unix timestamp of signing", () => {
      for (const { t, at, data } of receiver.deliveries) {
        // A copy carries the signature of the first, which was sent a little before.
        expect(t * 1000).toBeLessThanOrEqual(at);
        expect(at - t * 1000).toBeLessThan(10_000);
        for (const [field, time] of Object.entries(data)) {
          if (field.endsWith("_at")) expect(Date.parse(String(time))).toBeLessThan((t + 1) * 1000);
        }
      }
    });

    it("steps 2 and 3: `v1` is HMAC-SHA256 of `<t>.<raw_body>` as UTF-8 with the webhook's `secret`, in lowercase hex", () => {
      const beyondAscii = receiver.deliveries.filter(({ body }) => body.includes("Año Ñandú 🏛"));
      expect(beyondAscii.length).toBeGreaterThan(50);
      for (const { signature, t, body } of beyondAscii) {
        const hmac = createHmac("sha256", secret).update(Buffer.from(`${t}.${body}`, "utf8"));
        expect(signature).toBe(`t=${t},v1=${hmac.digest("hex")}`);
      }
    });

    it("an independent implementation of the scheme verifies the deliveries, and refuses changed ones", () => {
      for (const { signature, body } of receiver.deliveries) {
        expect(Stripe.webhooks.constructEvent(body, signature, secret)).toEqual(JSON.parse(body));
        for (const [changed, by] of [
          [`${body} `, secret],
          [body, `${secret}0`],
        ] as const) {
          expect(() => Stripe.webhooks.constructEvent(changed, signature, by)).toThrow(
            Stripe.errors.StripeSignatureVerificationError,
          );
        }
      }
    });

    it("what an independent implementation signs is accepted by the dashboard's receiver, and refused when changed", async () => {
      const created = await createTestDatabase();
      const database = openDatabase(created.url, { name: "test" });
      await database.pool.query(
        "INSERT INTO receivers (id, state, url) VALUES ('rcv', 'connected', 'http://127.0.0.1')",
      );
      await database.pool.query(
        "INSERT INTO receiver_secrets (id, receiver_id, role, secret_id) VALUES ($1, 'rcv', 'current', $1)",
        [randomUUID()],
      );
      const door = await startReceiverProcess({
        database,
        loadReceivers: createReceiverLoader(
          database,
          async () => secret,
          () => undefined,
        ),
        host: "127.0.0.1",
        port: 0,
        onTrouble: () => undefined,
      });
      const sign = (payload: string, by = secret) => Stripe.webhooks.generateTestHeaderString({ payload, secret: by });
      for (const payload of new Set(receiver.deliveries.map(({ body }) => body))) {
        const stored = await postHook(door.port, "rcv", payload, sign(payload));
        expect([stored.status, stored.body]).toMatchObject([200, { result: "stored" }]);
        expect((await postHook(door.port, "rcv", `${payload} `, sign(payload))).status).toBe(401);
        expect((await postHook(door.port, "rcv", payload, sign(payload, `${secret}0`))).status).toBe(401);
      }
      await door.stop();
      await database.close();
      await created.drop();
    });

    it("each webhook has its own secret; the secret of a different webhook gives a mismatch", async () => {
      const other = await startReceiver();
      const { id, secret: otherSecret } = await sandbox.subscribe(other.url, ["verification.v2.created"]);
      await sandbox.play("pending-upload");
      await sandbox.settled();
      const { body, signature } = other.deliveries[0] ?? { body: "", signature: "" };
      const mine = receiver.deliveries.find((delivery) => delivery.body === body);
      expect(mine?.signature).not.toBe(signature);
      expect(Stripe.webhooks.constructEvent(body, signature, otherSecret)).toEqual(JSON.parse(body));
      expect(() => Stripe.webhooks.constructEvent(body, signature, secret)).toThrow();
      await sandbox.call("DELETE", `/v2/webhooks/${id}`);
      await other.close();
    });

    it("the signature is unique per delivered event, even where two events say the same", async () => {
      const events = ["verification.v2.finished"];
      const alone = await startReceiver();
      const { id } = await sandbox.subscribe(alone.url, events);
      const verification = await sandbox.play("finished");
      const again = [{ kind: "reopened" }, { kind: "finished", run_id: "again", findings: [] }];
      await sandbox.change(verification, ...again);
      await sandbox.settled();
      expect(new Set(alone.deliveries.map(({ body }) => body)).size).toBe(1);
      expect(new Set(alone.deliveries.map(({ signature }) => signature)).size).toBe(2);
      await sandbox.call("DELETE", `/v2/webhooks/${id}`);
      await alone.close();
    });
  });
});
