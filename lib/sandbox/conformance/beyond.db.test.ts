import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoTime, refusal } from "#lib/sandbox/testing/matchers.ts";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { EVERY_SCENARIO, played, story } from "#lib/sandbox/testing/stories.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
});
afterAll(() => sandbox.end());

const BAD_REQUEST = [400, refusal("BAD_REQUEST")];
const createKey = (body: unknown, headers: Record<string, string> = {}) =>
  sandbox.call("POST", "/api-keys", { body, headers });
const hook = { url: "https://hook.invalid/hook", events: [] };

/** A call that goes out byte for byte, which `fetch` would not let us make. */
const raw = (method: string, path: string, body?: Buffer[]): Promise<[status: number | undefined, body: string]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url());
    const headers = { "x-api-key": sandbox.apiKey(), ...(body && { "content-type": "application/json" }) };
    const call = request({ hostname, port, method, path, headers }, async (response) => {
      const chunks = await response.toArray();
      resolve([response.statusCode, Buffer.concat(chunks).toString()]);
    });
    call.on("error", reject);
    for (const chunk of body ?? []) call.write(chunk);
    call.end();
  });

describe("Beyond the interface", () => {
  describe("Bad input", () => {
    it("malformed JSON is BAD_REQUEST", async () => {
      for (const body of ["{", "{'id':'a'}", '{"id":"a"', '{"id":"a"}}', "undefined", "\u0000", "{".repeat(100_000)]) {
        const answer = await createKey(body);
        expect([body.slice(0, 20), answer.status, answer.body]).toEqual([body.slice(0, 20), ...BAD_REQUEST]);
      }
      const [status] = await raw("POST", "/api-keys", [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])]);
      expect(status).toBe(400);
    });

    it("nesting without end is refused, not followed", async () => {
      const answer = await createKey(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
      expect(answer.status).toBe(400);
    });

    it("a body over 1 MiB is BAD_REQUEST, whether its length is told or not", async () => {
      const large = JSON.stringify({ id: "x".repeat(1_048_576) });
      const answer = await createKey(large);
      expect([answer.status, answer.body]).toEqual(BAD_REQUEST);
      const [status] = await raw("POST", "/api-keys", Array(20).fill(Buffer.alloc(65_536, "x")));
      expect(status).toBe(400);
      // Just under the limit it is read, and its name is found to be too long.
      expect((await createKey({ id: "x".repeat(1_000_000) })).body).toEqual(refusal("VALIDATION_ERROR"));
    });

    it("unknown fields are ignored: neither stored nor answered", async () => {
      const strange = '"id":"strange","permission":"read","x":{"y":[1]},"__proto__":{"admin":true},"constructor":1';
      const key = await createKey(`{${strange}}`);
      expect([key.status, Object.keys(key.body).sort()]).toEqual([201, ["api_key", "created_at", "id"]]);
      const listed = (await sandbox.call("GET", "/api-keys")).body.find(({ id }: { id: string }) => id === key.body.id);
      expect(listed).toEqual({ id: key.body.id, name: "strange", permission: "full", created_at: isoTime });
      const body = { ...hook, id: "wh_mine", enabled: false, secret: "mine", account_id: "acc_other" };
      const webhook = (await sandbox.call("POST", "/v2/webhooks", { body })).body;
      expect(webhook).toMatchObject({ enabled: true, secret: expect.stringMatching(/^whsec_/) });
      expect(webhook).not.toHaveProperty("account_id");
      const changed = await sandbox.call("PUT", `/v2/webhooks/${webhook.id}`, { body: { id: "x", enabled: false } });
      expect(changed.body).toMatchObject({ id: webhook.id, enabled: true });
    });

    it("an id is one path segment: what would leave it names nothing", async () => {
      for (const [path, status] of [
        ["/verifications/%2e%2e%2fapi-keys", 404],
        ["/verifications/..%2f..%2fapi-keys", 404],
        ["/v2/webhooks/..%2f..%2fapi-keys", 404],
        ["/v2/verifications/%2e%2e/people", 404],
        ["/verifications/%5c..%5capi-keys", 404],
        ["/verifications/' OR 1=1 --", 404],
        ["/verifications/%00", 400],
        ["/verifications/%ff", 400],
        ["/verifications/%", 400],
        ["/verifications/%0d%0aset-cookie:a", 400],
        [`/verifications/${"x".repeat(201)}`, 400],
        ["/verifications/", 404],
        ["/verifications", 404],
        ["/v2/verifications/ver_1", 404],
        ["//api-keys", 404],
        ["/api-keys/", 404],
        ["/API-KEYS", 404],
      ] as const) {
        const answer = await sandbox.call("GET", path);
        const code = status === 404 ? "NOT_FOUND" : "BAD_REQUEST";
        expect([path, answer.status, answer.body]).toEqual([path, status, refusal(code)]);
      }
    });

    it("dots in a path are not resolved", async () => {
      for (const path of [
        "/verifications/../api-keys",
        "/v2/../api-keys",
        "/./api-keys",
        "http://elsewhere/api-keys",
      ]) {
        const [status, body] = await raw("GET", path);
        expect([path, status, JSON.parse(body)]).toEqual([path, 404, refusal("NOT_FOUND")]);
      }
    });

    it("a method that a path does not know is NOT_FOUND", async () => {
      for (const [method, path] of [
        ["PUT", "/api-keys"],
        ["DELETE", "/v2/webhooks"],
        ["PATCH", "/v2/webhooks/wh_1"],
        ["POST", "/verifications/ver_1"],
      ] as const) {
        const answer = await sandbox.call(method, path, method === "DELETE" ? {} : { body: {} });
        expect([path, answer.status, answer.body]).toEqual([path, 404, refusal("NOT_FOUND")]);
      }
    });

    it("of several creates of one key name at once exactly one wins", async () => {
      const { api_key: other } = (await createKey({ id: "another caller" })).body;
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          sandbox.call("POST", "/api-keys", { body: { id: "contested" }, ...(index % 2 ? { key: other } : {}) }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 201) expect(body).toEqual(refusal("DUPLICATE_RESOURCE"));
      const listed = (await sandbox.call("GET", "/api-keys")).body.filter(
        ({ name }: { name: string }) => name === "contested",
      );
      expect(listed).toHaveLength(1);
    });

    it("of several deletes of one key at once exactly one finds it", async () => {
      const { id } = (await createKey({ id: "deleted at once" })).body;
      const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.call("DELETE", `/api-keys/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    });

    it("updates of different fields at once lose none of them", async () => {
      const { id } = (await sandbox.call("POST", "/v2/webhooks", { body: hook })).body;
      const changes = [
        { url: "https://hook.invalid/new" },
        { events: ["verification.v2.created"] },
        { description: "new" },
      ];
      await Promise.all(changes.map((body) => sandbox.call("PUT", `/v2/webhooks/${id}`, { body })));
      expect((await sandbox.call("GET", `/v2/webhooks/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
      await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    });
  });

  describe("Restart", () => {
    it("keys, webhooks with their secrets, verifications, people and what is yet to come survive", async () => {
      const receiver = await startReceiver();
      const { secret: _, ...webhook } = await sandbox.subscribe(receiver.url, ["verification.v2.finished"]);
      const key = (await createKey({ id: "survivor" })).body.api_key;
      const id = await sandbox.play("finished-high-findings");
      await sandbox.play("finished", { seconds: 80_000 });
      const everything = async () => ({
        keys: (await sandbox.call("GET", "/api-keys", { key })).body,
        webhooks: (await sandbox.call("GET", "/v2/webhooks", { key })).body,
        verification: await sandbox.read(id),
        people: JSON.parse(JSON.stringify(await sandbox.people(id)).replace(/,"curp_file":"[^"]+"/g, "")),
        // The first steps of a story that has just begun are due at once.
        deliveries: { ...(await sandbox.settled()), steps_to_come: null },
        secrets: await sandbox.query("SELECT id, secret FROM sandbox.webhook ORDER BY id"),
      });
      const before = await everything();
      const file = new URL((await sandbox.people(id))[0].external_identities.curp.curp_file);
      await sandbox.stop();
      await sandbox.restart();
      expect(await everything()).toEqual(before);
      expect(before.webhooks.data).toContainEqual(webhook);
      expect((await sandbox.settled()).steps_to_come).toBeGreaterThan(20);
      // An address that was signed before is still good for its second.
      const { status } = await fetch(`${sandbox.url()}${file.pathname}${file.search}`);
      expect([200, 403]).toContain(status);
      await receiver.close();
    });

    it("a delivery goes on being retried where it was", async () => {
      const receiver = await startReceiver();
      receiver.replyWith(() => 500);
      const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
      const { failed } = await sandbox.settled();
      await sandbox.play("pending-upload", { seed: "retried over a restart" });
      await receiver.has(2);
      await sandbox.stop();
      const before = receiver.deliveries.length;
      await sandbox.restart();
      expect((await sandbox.settled()).failed).toBe(failed + 1);
      expect(before).toBeLessThan(6);
      // An attempt whose end was not recorded is made again: at least once.
      expect([6, 7]).toContain(receiver.deliveries.length);
      await sandbox.call("DELETE", `/v2/webhooks/${id}`);
      await receiver.close();
    });
  });

  describe("The data", () => {
    const people = () => EVERY_SCENARIO.flatMap((name) => played(name).state.people.flatMap(({ curp }) => curp ?? []));

    it("the same seed tells the same story, another seed another one", async () => {
      expect(story("finished", "a")).toEqual(story("finished", "a"));
      expect(story("finished", "a")).not.toEqual(story("finished", "b"));
      const other = await startTestSandbox(1_000);
      const ids = [await sandbox.play("finished", { seed: "told" }), await other.play("finished", { seed: "told" })];
      expect(ids[0]).toBe(ids[1]);
      const [mine, theirs] = [await sandbox.read(ids[0] ?? ""), await other.read(ids[1] ?? "")];
      expect([mine.company, mine.findings.items]).toEqual([theirs.company, theirs.findings.items]);
      await other.end();
    });

    it("every CURP is well formed, has its check digit, and agrees with the person's date of birth and gender", () => {
      const alphabet = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
      const found = people().flatMap(({ applicant_data: data }) => data ?? []);
      expect(found.length).toBeGreaterThan(50);
      for (const { curp, birth_date: born, gender } of found) {
        expect(curp).toMatch(/^[A-Z]{4}\d{6}[HM][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-J\d]\d$/);
        const sum = [...curp.slice(0, 17)].reduce(
          (total, char, index) => total + alphabet.indexOf(char) * (18 - index),
          0,
        );
        expect([curp, curp[17]]).toEqual([curp, String((10 - (sum % 10)) % 10)]);
        expect([curp.slice(4, 10), curp[10]]).toEqual([
          born.replaceAll("-", "").slice(2),
          gender === "HOMBRE" ? "H" : "M",
        ]);
        expect(/\d/.test(curp[16] ?? "")).toBe(born < "2000");
      }
    });

    it("every company has a Mexican legal form and an RFC that agrees with its name and date and has its check digit", () => {
      const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";
      for (const name of EVERY_SCENARIO) {
        const { rfc, legal_name: legal, legal_form: form, incorporated_on: date } = played(name).state.company;
        expect(rfc).toMatch(/^[A-ZÑ&]{3}\d{6}[A-Z\d]{2}[\dA]$/);
        expect([rfc.slice(3, 9), rfc[0]]).toEqual([date.replaceAll("-", "").slice(2), legal[0]]);
        const sum = [...` ${rfc.slice(0, 11)}`].reduce(
          (total, char, index) => total + alphabet.indexOf(char) * (13 - index),
          0,
        );
        expect([rfc, rfc[11]]).toEqual([rfc, "0123456789A"[(11 - (sum % 11)) % 11]]);
        expect(form).toMatch(/^S\.(A|C|A\.S|A\.P\.I|\sde\sR\.L)\./);
        expect(legal.endsWith(form)).toBe(true);
      }
    });

    it("findings speak of Mexican documents: notaries, deeds, the tax status certificate, the register of commerce", () => {
      const messages = EVERY_SCENARIO.flatMap((name) =>
        ["a", "b", "c"].map((seed) => played(name, seed).state.findings?.items ?? []),
      )
        .flat()
        .map(({ message }) => message)
        .join("\n");
      for (const word of [
        "Notaría Pública número",
        "escritura pública",
        "constancia de situación fiscal",
        "Registro Público de Comercio",
      ]) {
        expect(messages).toContain(word);
      }
    });
  });
});
