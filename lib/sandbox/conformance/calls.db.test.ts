/** @module-tag conformance */
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { isoTime, refusal } from "#lib/sandbox/testing/matchers.ts";
import { type Json, ownSandbox } from "#lib/sandbox/testing/sandbox.ts";

const sandbox = await ownSandbox();

const create = (id: unknown, key = sandbox.apiKey()) => sandbox.call("POST", "/api-keys", { body: { id }, key });
const list = async (): Promise<Json[]> => (await sandbox.call("GET", "/api-keys")).body;
const statusOf = async (key: string | null) => (await sandbox.call("GET", "/api-keys", { key })).status;

const typed = (type: string) => ({ "content-type": type });
const hook = { url: "https://hook.invalid", events: [] };
const ENDPOINTS: [method: string, path: string, body?: object][] = [
  ["GET", "/api-keys"],
  ["POST", "/api-keys", { id: "more" }],
  ["DELETE", "/api-keys/ak_1"],
  ["POST", "/v2/webhooks", hook],
  ["GET", "/v2/webhooks"],
  ["GET", "/v2/webhooks/wh_1"],
  ["PUT", "/v2/webhooks/wh_1", { description: "x" }],
  ["DELETE", "/v2/webhooks/wh_1"],
  ["GET", "/verifications/ver_1"],
  ["GET", "/v2/verifications/ver_1/people"],
];

describe("Resources: API key", () => {
  it("`id` in the request is a descriptive name chosen by the caller; any string", async () => {
    for (const name of ["respaldo 2026", "ñandú 🏛 #1", "../x", "' OR 1=1 --", "ak_mine", " ", "x".repeat(200)]) {
      const { status, body } = await create(name);
      expect([name, status]).toEqual([name, 201]);
      expect(await list()).toContainEqual({ id: body.id, name, permission: "full", created_at: isoTime });
    }
  });

  it("`id` in the request must be unique, otherwise 409; it is free again once its key is gone", async () => {
    const { id } = (await create("taken")).body;
    await sandbox.refuses("DUPLICATE_RESOURCE", "POST", "/api-keys", { body: { id: "taken" } });
    await sandbox.call("DELETE", `/api-keys/${id}`);
    expect((await create("taken")).status).toBe(201);
  });

  it("`api_key` is returned only in the create response; it cannot be read again", async () => {
    const { id, api_key: key } = (await create("once")).body;
    const listed = await list();
    expect(listed).toContainEqual(expect.objectContaining({ id }));
    const stored = await sandbox.query("SELECT * FROM sandbox.api_key");
    const deleted = await sandbox.call("DELETE", `/api-keys/${id}`);
    expect(JSON.stringify([listed, stored, deleted.body])).not.toMatch(new RegExp(`svc_sk_|${key}`));
  });
});

describe("Endpoints: API keys", () => {
  it("GET is the call to check a key: 200 when it works, 401 when it is invalid or deleted; it changes nothing", async () => {
    const { id, api_key: key } = (await create("to be checked")).body;
    const before = await list();
    expect([await statusOf(key), await statusOf(`${key}x`)]).toEqual([200, 401]);
    expect(await list()).toEqual(before);
    await sandbox.call("DELETE", `/api-keys/${id}`);
    expect(await statusOf(key)).toBe(401);
  });

  it("GET may answer 404, in the service's shape of an error", async () => {
    const body = { kind: "status", status: 404, method: "GET", path: "/api-keys*" };
    expect((await sandbox.call("POST", "/sandbox/faults", { body })).status).toBe(201);
    await sandbox.refuses("NOT_FOUND", "GET", "/api-keys");
    expect((await sandbox.call("GET", "/api-keys")).status).toBe(200);
  });

  it("POST: 201 with `id` prefixed `ak_`, `api_key` that starts with `svc_sk_live_`, and `created_at`", async () => {
    const [one, other] = [await create("one"), await create("other")];
    for (const { status, body } of [one, other]) {
      const key = expect.stringMatching(/^svc_sk_live_\w{32,}$/);
      expect([status, body]).toEqual([
        201,
        { id: expect.stringMatching(/^ak_\w+$/), api_key: key, created_at: isoTime },
      ]);
      expect(Math.abs(Date.now() - Date.parse(body.created_at))).toBeLessThan(60_000);
      expect(await statusOf(body.api_key)).toBe(200);
    }
    expect(one.body.id).not.toBe(other.body.id);
  });

  it("POST: 400 for invalid input", async () => {
    const names = [7, null, "", ["a"], "\u0000", "\ud800"].map((id) => ({ id }));
    for (const body of [{}, ...names, "[]", "null", '"id"', ""]) {
      await sandbox.refuses("VALIDATION_ERROR", "POST", "/api-keys", { body });
    }
  });

  it("DELETE deletes the key, which GET answers 401 from then on; 404 when it does not exist", async () => {
    const { id, api_key: key } = (await create("to go")).body;
    expect((await sandbox.call("DELETE", `/api-keys/${id}`, { key })).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    for (const gone of [id, "ak_unknown", "to go"]) await sandbox.refuses("NOT_FOUND", "DELETE", `/api-keys/${gone}`);
  });
});

describe("Authentication: API key", () => {
  it("1: every call carries the header `x-api-key`; `Authorization: Bearer` is not used", async () => {
    for (const [method, path, body] of ENDPOINTS) {
      await sandbox.refuses("UNAUTHORIZED", method, path, { key: null, body });
      await sandbox.refuses("UNAUTHORIZED", method, `${path}?x-api-key=${sandbox.apiKey()}`, { key: null, body });
      expect([path, (await sandbox.call(method, path, { body })).status]).not.toEqual([path, 401]);
    }
    const headers = { authorization: "Bearer x" };
    expect((await sandbox.call("GET", "/api-keys", { headers })).status).toBe(200);
  });

  it("3: an invalid key gives 401", async () => {
    const own = sandbox.apiKey();
    for (const key of ["", "invalid", "svc_sk_live_unknown", `${own}0`, own.slice(0, -1), `${own} `.repeat(2), "ñ"]) {
      const encoded = Buffer.from(key).toString("latin1");
      for (const path of ["/api-keys", "/v2/webhooks"])
        await sandbox.refuses("UNAUTHORIZED", "GET", path, { key: encoded });
    }
    for (const [method, path, body] of ENDPOINTS.slice(0, 3)) {
      await sandbox.refuses("UNAUTHORIZED", method, path, { body, key: "svc_sk_live_unknown" });
    }
  });

  it("3: a key without permission for the action gives 403", async () => {
    const body = { id: "reader", permission: "read" };
    const { id: own, api_key: key } = (await sandbox.call("POST", "/sandbox/api-keys", { body })).body;
    const { id } = (await sandbox.call("POST", "/v2/webhooks", { body: hook })).body;
    for (const [method, template, change] of ENDPOINTS) {
      const path = template.replace("ak_1", own).replace("wh_1", id);
      if (method !== "GET") await sandbox.refuses("FORBIDDEN", method, path, { key, body: change });
      else if (path.endsWith("s"))
        expect([path, (await sandbox.call("GET", path, { key })).status]).toEqual([path, 200]);
    }
    expect((await sandbox.call("GET", `/v2/webhooks/${id}`)).body.description).toBe("");
  });

  it("4: keys are per account", async () => {
    const [other, key] = ["acc_other", "svc_sk_live_of_another_account"];
    await sandbox.query(
      "INSERT INTO sandbox.account (account_id, account_name, seed, file_key) VALUES ($1, $1, $1, $2)",
      [other, Buffer.alloc(32)],
    );
    await sandbox.query("INSERT INTO sandbox.api_key VALUES ('ak_other', $1, 'theirs', $2, 'full', now())", [
      other,
      createHash("sha256").update(key).digest(),
    ]);
    const [mine] = await list();
    const webhook = (await sandbox.call("POST", "/v2/webhooks", { body: hook })).body.id;
    const verification = await sandbox.play("finished");
    expect((await sandbox.call("GET", "/api-keys", { key })).body).toMatchObject([{ id: "ak_other" }]);
    expect((await sandbox.call("GET", "/v2/webhooks", { key })).body.data).toEqual([]);
    for (const [method, path] of [
      ["DELETE", `/api-keys/${mine.id}`],
      ["GET", `/v2/webhooks/${webhook}`],
      ["DELETE", `/v2/webhooks/${webhook}`],
      ["GET", `/verifications/${verification}`],
      ["GET", `/v2/verifications/${verification}/people`],
    ] as const) {
      await sandbox.refuses("NOT_FOUND", method, path, { key });
    }
    expect(await list()).toContainEqual(mine);
    expect((await sandbox.call("GET", `/v2/webhooks/${webhook}`)).status).toBe(200);
  });

  it("4: several keys may coexist, which allows rotation: create new, switch, delete old", async () => {
    const old = (await create("rotation 1")).body;
    const fresh = (await create("rotation 2", old.api_key)).body;
    expect([await statusOf(old.api_key), await statusOf(fresh.api_key)]).toEqual([200, 200]);
    await sandbox.call("DELETE", `/api-keys/${old.id}`, { key: fresh.api_key });
    expect([await statusOf(old.api_key), await statusOf(fresh.api_key)]).toEqual([401, 200]);
  });
});

describe("Endpoints", () => {
  it("JSON bodies use `Content-Type: application/json`", async () => {
    const body = JSON.stringify({ id: "typed" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      const call = { body, headers: typed(type) };
      for (const path of ["/api-keys", "/v2/webhooks"]) await sandbox.refuses("BAD_REQUEST", "POST", path, call);
    }
    const headers = typed("Application/JSON; charset=utf-8");
    const answer = await sandbox.call("POST", "/api-keys", { body, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "application/json; charset=utf-8"]);
  });
});

/** Sends a request byte for byte, and returns the received bytes once the connection is closed. */
async function sendRaw(
  ...lines: string[]
): Promise<{ status: string | undefined; type: string | undefined; body: Json }> {
  const { hostname, port } = new URL(sandbox.url());
  const socket = connect(Number(port), hostname);
  socket.write([...lines, `x-api-key: ${sandbox.apiKey()}`, "Connection: close", "", ""].join("\r\n"));
  const [head = "", ...body] = Buffer.concat(await socket.toArray())
    .toString()
    .split("\r\n\r\n");
  return {
    status: /^HTTP\/1\.1 (\d+)/.exec(head)?.[1],
    type: /^content-type: (.*)$/im.exec(head)?.[1],
    body: JSON.parse(body.join("\r\n\r\n")),
  };
}

describe("Errors: Error response", () => {
  it("`UNAUTHORIZED` 401: API key absent, invalid, revoked or deleted", async () => {
    const deleted = (await create("deleted")).body;
    await sandbox.call("DELETE", `/api-keys/${deleted.id}`);
    const revoked = sandbox.apiKey();
    expect(await statusOf(revoked)).toBe(200);
    // A dashboard that signs up again gets a new key, and the service revokes the previous one.
    await sandbox.replaceKey();
    for (const key of [null, "svc_sk_live_unknown", revoked, deleted.api_key]) {
      for (const [method, path, body] of ENDPOINTS) await sandbox.refuses("UNAUTHORIZED", method, path, { key, body });
    }
    expect(await statusOf(sandbox.apiKey())).toBe(200);
  });

  it("`BAD_REQUEST` 400: malformed request headers", async () => {
    const get = "GET /api-keys HTTP/1.1";
    expect(await sendRaw(get, "Host: a")).toMatchObject({ status: "200" });
    const refused = { status: "400", type: "application/json; charset=utf-8", body: refusal("BAD_REQUEST") };
    for (const header of [
      "no colon",
      "a name with blanks: x",
      ": no name",
      "x: a\u0000b",
      "Content-Length: ten",
      "Transfer-Encoding: chunked\r\nContent-Length: 2",
      `x: ${"y".repeat(20_000)}`,
    ]) {
      expect([header.slice(0, 30), await sendRaw(get, "Host: a", header)]).toEqual([header.slice(0, 30), refused]);
    }
    expect(await sendRaw(get)).toEqual(refused);
    expect(await sendRaw("GET /api-keys HTTP/7", "Host: a")).toEqual(refused);
  });

  it("`BAD_REQUEST` 400: malformed request body", async () => {
    const bodies = ["{", "{'id':'a'}", '{"id":"a"', '{"id":"a"}}', "undefined", "\u0000", "{".repeat(100_000)];
    for (const body of bodies) await sandbox.refuses("BAD_REQUEST", "POST", "/api-keys", { body });
  });

  it("`CONFLICT` 409: conflict of state; details in `message`", async () => {
    // None of the ten endpoints has a conflict of state; changes by hand do.
    const id = await sandbox.play("pending-upload");
    const body = { changes: [{ kind: "label_removed", label: "not_assigned" }] };
    const message = await sandbox.refuses("CONFLICT", "POST", `/sandbox/verifications/${id}/steps`, { body });
    expect(message).toContain("label");
  });

  it("`INTERNAL_SERVER_ERROR` 500: internal fault, whose cause is not shown", async () => {
    for (const [table, calls] of [
      ["api_key", ENDPOINTS],
      ["verification", [["GET", "/verifications/ver_1"]]],
    ] as const) {
      await sandbox.query(`ALTER TABLE sandbox.${table} RENAME TO ${table}_away`);
      try {
        for (const [method, path, body] of calls) {
          const message = await sandbox.refuses("INTERNAL_SERVER_ERROR", method, path, { body });
          expect(message).not.toMatch(/sandbox|relation|api_key|verification/);
        }
      } finally {
        await sandbox.query(`ALTER TABLE sandbox.${table}_away RENAME TO ${table}`);
      }
    }
  });
});
