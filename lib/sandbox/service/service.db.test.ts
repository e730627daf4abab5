import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox(1);
});
afterAll(() => sandbox.end());

const refusal = (code: string) => ({
  success: false,
  code,
  message: expect.any(String),
  timestamp: expect.any(String),
});

describe("authentication", () => {
  it.each([
    ["no key", { key: null }],
    ["an unknown key", { key: "svc_sk_live_unknown" }],
    ["an empty key", { key: "" }],
  ])("answers 401 to %s", async (_, options) => {
    const { status, body } = await sandbox.call("GET", "/api-keys", options);
    expect([status, body]).toEqual([401, refusal("UNAUTHORIZED")]);
  });

  it("does not take the key from a bearer header", async () => {
    const headers = { authorization: `Bearer ${sandbox.apiKey()}` };
    expect((await sandbox.call("GET", "/api-keys", { key: null, headers })).status).toBe(401);
  });

  it("lets a key without permission read, and answers 403 to the rest", async () => {
    const restricted = await sandbox.call("POST", "/sandbox/api-keys", { body: { id: "reader", permission: "read" } });
    const key = restricted.body.api_key;
    expect((await sandbox.call("GET", "/api-keys", { key })).status).toBe(200);
    const refused = await sandbox.call("POST", "/api-keys", { key, body: { id: "more" } });
    expect([refused.status, refused.body]).toEqual([403, refusal("FORBIDDEN")]);
  });
});

describe("API keys", () => {
  it("shows a key once, lists it without its secret, and refuses it from its deletion on", async () => {
    const created = await sandbox.call("POST", "/api-keys", { body: { id: "backup" } });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ak_/),
        api_key: expect.stringMatching(/^svc_sk_live_/),
        created_at: expect.any(String),
      },
    ]);
    const { id, api_key: key } = created.body;
    const listed = await sandbox.call("GET", "/api-keys", { key });
    expect(listed.body).toContainEqual(expect.objectContaining({ id, name: "backup" }));
    expect(JSON.stringify(listed.body)).not.toContain("svc_sk_");
    expect((await sandbox.call("DELETE", `/api-keys/${id}`, { key })).status).toBe(200);
    expect((await sandbox.call("GET", "/api-keys", { key })).status).toBe(401);
    const again = await sandbox.call("DELETE", `/api-keys/${id}`);
    expect([again.status, again.body]).toEqual([404, refusal("NOT_FOUND")]);
  });

  it("lets exactly one of several creates of one name win", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.call("POST", "/api-keys", { body: { id: "contested" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refusal("DUPLICATE_RESOURCE"));
  });
});

describe("webhooks", () => {
  const url = "https://example.com/hook";

  it("shows the secret in the create response only", async () => {
    const created = await sandbox.call("POST", "/v2/webhooks", {
      body: { url, events: ["verification.v2.created"], description: "mine" },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ url, description: "mine", enabled: true, secret: expect.any(String) });
    const { id } = created.body;
    const one = await sandbox.call("GET", `/v2/webhooks/${id}`);
    const all = await sandbox.call("GET", "/v2/webhooks");
    const updated = await sandbox.call("PUT", `/v2/webhooks/${id}`, { body: { description: "yours" } });
    for (const { body } of [one, all, updated]) expect(JSON.stringify(body)).not.toContain("secret");
    expect(all.body.data.map((webhook: { id: string }) => webhook.id)).toContain(id);
  });

  it("updates only the fields sent, and events as a whole", async () => {
    const body = { url, events: ["verification.v2.created", "verification.v2.finished"], description: "before" };
    const { id } = (await sandbox.call("POST", "/v2/webhooks", { body })).body;
    await sandbox.call("PUT", `/v2/webhooks/${id}`, { body: { description: "after" } });
    await sandbox.call("PUT", `/v2/webhooks/${id}`, { body: { events: ["verification_item.v2.completed"] } });
    expect((await sandbox.call("GET", `/v2/webhooks/${id}`)).body).toMatchObject({
      url,
      events: ["verification_item.v2.completed"],
      description: "after",
    });
  });

  it("deletes", async () => {
    const { id } = (await sandbox.call("POST", "/v2/webhooks", { body: { url, events: [] } })).body;
    expect((await sandbox.call("DELETE", `/v2/webhooks/${id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) {
      expect((await sandbox.call(method, `/v2/webhooks/${id}`)).body).toEqual(refusal("NOT_FOUND"));
    }
    expect((await sandbox.call("PUT", `/v2/webhooks/${id}`, { body: {} })).status).toBe(404);
  });

  it.each([
    ["an unknown event", { url, events: ["verification.v3.created"] }],
    ["plain http beyond this machine", { url: "http://example.com/hook", events: [] }],
    ["another scheme", { url: "ftp://example.com/hook", events: [] }],
    ["credentials in the address", { url: "https://a:b@example.com/", events: [] }],
    ["no url", { events: [] }],
    ["no events", { url }],
    ["a description that cannot be stored", { url, events: [], description: "\u0000" }],
  ])("refuses %s as VALIDATION_ERROR", async (_, body) => {
    const answer = await sandbox.call("POST", "/v2/webhooks", { body });
    expect([answer.status, answer.body]).toEqual([400, refusal("VALIDATION_ERROR")]);
  });
});

describe("bad requests", () => {
  it.each([
    ["malformed JSON", "{", {}],
    ["another content type", "id=1", { "content-type": "text/plain" }],
    ["a form", "id=1", { "content-type": "application/x-www-form-urlencoded" }],
    ["a body over the limit", JSON.stringify({ id: "x".repeat(1_100_000) }), {}],
  ])("answers BAD_REQUEST to %s", async (_, body, headers) => {
    const answer = await sandbox.call("POST", "/api-keys", { body, headers });
    expect([answer.status, answer.body]).toEqual([400, refusal("BAD_REQUEST")]);
  });

  it.each([[{}], [{ id: 7 }], [{ id: "" }], [{ id: "\u0000" }], [[]], [null]])(
    "answers VALIDATION_ERROR to %j",
    async (body) => {
      const answer = await sandbox.call("POST", "/api-keys", { body });
      expect([answer.status, answer.body]).toEqual([400, refusal("VALIDATION_ERROR")]);
    },
  );

  it.each([
    ["/verifications/%2e%2e%2fapi-keys", 404],
    ["/verifications/..%2f..%2fapi-keys", 404],
    ["/verifications/%00", 400],
    ["/verifications/%ff", 400],
    [`/verifications/${"x".repeat(201)}`, 400],
    ["/verifications/", 404],
    ["/verifications", 404],
    ["/v2/verifications/ver_1", 404],
    ["/v1/webhooks", 404],
    ["/webhooks", 404],
    ["/v2/api-keys", 404],
    ["//api-keys", 404],
    ["/verifications/' OR 1=1 --", 404],
  ])("answers %s with %i", async (path, status) => {
    const answer = await sandbox.call("GET", path);
    expect([answer.status, answer.body]).toEqual([status, refusal(status === 404 ? "NOT_FOUND" : "BAD_REQUEST")]);
  });

  it("does not resolve dots in a path", async () => {
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(sandbox.url());
      const headers = { "x-api-key": sandbox.apiKey() };
      httpRequest({ hostname, port, path: "/verifications/../api-keys", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

describe("reading a verification", () => {
  it("answers its current state, and never the account's name", async () => {
    const id = await sandbox.play("finished-high-findings", { tag: "EXP-77" });
    const { status, body, headers } = await sandbox.call("GET", `/verifications/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verification_id: id,
      account_id: expect.stringMatching(/^acc_/),
      created_at: expect.any(String),
      status: "finished",
      tag: "EXP-77",
      documents_status: "full_upload",
      findings: { items: expect.any(Array), computed_at: expect.any(String) },
    });
    expect(body.findings.items.map((finding: { severity: string }) => finding.severity)).toEqual([
      "high",
      "high",
      "medium",
    ]);
    expect(body).not.toHaveProperty("account_name");
    expect(body).not.toHaveProperty("verification_tag");
    expect(headers.get("date")).not.toBeNull();
  });

  it("answers people with CURP results, and a signed address of a real PDF", async () => {
    const id = await sandbox.play("people-error-curp_format_error");
    const { body } = await sandbox.call("GET", `/v2/verifications/${id}/people`);
    const curps = body.full_list.map(
      (person: { external_identities: { curp: object } }) => person.external_identities.curp,
    );
    expect(curps).toContainEqual(
      expect.objectContaining({ success: false, message: expect.any(String), applicant_data: null }),
    );
    const found = curps.find((curp: { success: boolean }) => curp.success);
    expect(found).toMatchObject({ message: null, search_number: found.applicant_data.curp });
    const file = new URL(found.curp_file);
    expect(Number(file.searchParams.get("Expires")) * 1000).toBeGreaterThan(Date.now());

    const pdf = await fetch(file);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
    file.searchParams.set("Expires", String(Number(file.searchParams.get("Expires")) + 60));
    expect((await fetch(file)).status).toBe(403);
  });

  it("answers 404 for what it does not know", async () => {
    expect((await sandbox.call("GET", "/verifications/ver_unknown")).body).toEqual(refusal("NOT_FOUND"));
    expect((await sandbox.call("GET", "/v2/verifications/ver_unknown/people")).body).toEqual(refusal("NOT_FOUND"));
  });
});
