import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { isoTime, refusal } from "#lib/sandbox/testing/matchers.ts";
import { ownSandbox } from "#lib/sandbox/testing/sandbox.ts";

const sandbox = await ownSandbox();

const hook = { url: "https://hook.invalid/hook", events: [] };
const createKey = (id: string) => sandbox.call("POST", "/api-keys", { body: { id } });
const typed = (type: string) => ({ "content-type": type });

/** A call sent byte for byte, which `fetch` does not allow. */
const raw = (method: string, path: string, body?: Buffer[]): Promise<[status: number | undefined, body: string]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url());
    const headers = { "x-api-key": sandbox.apiKey(), ...(body && typed("application/json")) };
    const call = request({ hostname, port, method, path, headers }, async (response) => {
      const chunks = await response.toArray();
      resolve([response.statusCode, Buffer.concat(chunks).toString()]);
    });
    call.on("error", reject);
    for (const chunk of body ?? []) call.write(chunk);
    call.end();
  });

describe("bad input", () => {
  it("bytes that are not UTF-8 are refused", async () => {
    const [status] = await raw("POST", "/api-keys", [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])]);
    expect(status).toBe(400);
  });

  it("endless nesting is refused, not followed", async () => {
    const { status } = await sandbox.call("POST", "/api-keys", {
      body: `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
    });
    expect(status).toBe(400);
  });

  it("a body over 1 MiB is BAD_REQUEST, with or without a `Content-Length`", async () => {
    await sandbox.refuses("BAD_REQUEST", "POST", "/api-keys", { body: { id: "x".repeat(1_048_576) } });
    const [status] = await raw("POST", "/api-keys", Array(20).fill(Buffer.alloc(65_536, "x")));
    expect(status).toBe(400);
    // A body just under the limit is read; then its name is too long.
    await sandbox.refuses("VALIDATION_ERROR", "POST", "/api-keys", { body: { id: "x".repeat(1_000_000) } });
  });

  it("unknown fields are ignored: neither stored nor answered", async () => {
    const strange = '"id":"strange","permission":"read","x":{"y":[1]},"__proto__":{"admin":true},"constructor":1';
    const key = await sandbox.call("POST", "/api-keys", { body: `{${strange}}` });
    expect([key.status, Object.keys(key.body).sort()]).toEqual([201, ["api_key", "created_at", "id"]]);
    const stored = { id: key.body.id, name: "strange", permission: "full", created_at: isoTime };
    expect((await sandbox.call("GET", "/api-keys")).body).toContainEqual(stored);
    const body = { ...hook, id: "wh_mine", enabled: false, secret: "mine", account_id: "acc_other" };
    const webhook = (await sandbox.call("POST", "/v2/webhooks", { body })).body;
    expect(webhook).toMatchObject({ enabled: true, secret: expect.stringMatching(/^whsec_/) });
    expect(webhook).not.toHaveProperty("account_id");
    const changed = await sandbox.call("PUT", `/v2/webhooks/${webhook.id}`, { body: { id: "x", enabled: false } });
    expect(changed.body).toMatchObject({ id: webhook.id, enabled: true });
  });

  it("an id is one path segment: separators in an id name nothing", async () => {
    for (const path of [
      ...["/verifications/%2e%2e%2fapi-keys", "/verifications/..%2f..%2fapi-keys", "/v2/webhooks/..%2f..%2fapi-keys"],
      ...["/v2/verifications/%2e%2e/people", "/verifications/%5c..%5capi-keys", "/verifications/' OR 1=1 --"],
      ...["/verifications/", "/verifications", "/v2/verifications/ver_1", "//api-keys", "/api-keys/", "/API-KEYS"],
      "/nowhere",
    ]) {
      await sandbox.refuses("NOT_FOUND", "GET", path);
    }
    for (const id of ["%00", "%ff", "%", "%0d%0aset-cookie:a", "x".repeat(201)]) {
      await sandbox.refuses("BAD_REQUEST", "GET", `/verifications/${id}`);
    }
  });

  it("dots in a path are not resolved", async () => {
    for (const path of ["/verifications/../api-keys", "/v2/../api-keys", "/./api-keys", "http://elsewhere/api-keys"]) {
      const [status, body] = await raw("GET", path);
      expect([path, status, JSON.parse(body)]).toEqual([path, 404, refusal("NOT_FOUND")]);
    }
  });

  it("an unknown method of a path is NOT_FOUND", async () => {
    await sandbox.refuses("NOT_FOUND", "PUT", "/api-keys", { body: {} });
    await sandbox.refuses("NOT_FOUND", "DELETE", "/v2/webhooks");
    await sandbox.refuses("NOT_FOUND", "PATCH", "/v2/webhooks/wh_1", { body: {} });
    await sandbox.refuses("NOT_FOUND", "POST", "/verifications/ver_1", { body: {} });
  });

  it("simultaneous creates with the same key name: only one wins", async () => {
    const { api_key: other } = (await createKey("another caller")).body;
    const body = { id: "contested" };
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        sandbox.call("POST", "/api-keys", index % 2 ? { body, key: other } : { body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 201) expect(body).toEqual(refusal("DUPLICATE_RESOURCE"));
    const names = (await sandbox.call("GET", "/api-keys")).body.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === "contested")).toHaveLength(1);
  });

  it("simultaneous deletes of a key: only one finds it", async () => {
    const { id } = (await createKey("deleted at once")).body;
    const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.call("DELETE", `/api-keys/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  it("simultaneous updates of different fields are all kept", async () => {
    const { id } = (await sandbox.call("POST", "/v2/webhooks", { body: hook })).body;
    const changes = [
      { url: "https://hook.invalid/new" },
      { events: ["verification.v2.created"] },
      { description: "new" },
    ];
    await Promise.all(changes.map((body) => sandbox.call("PUT", `/v2/webhooks/${id}`, { body })));
    expect((await sandbox.call("GET", `/v2/webhooks/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
  });
});
