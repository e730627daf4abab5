import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
});
afterAll(() => sandbox.end());

const typed = (type: string) => ({ "content-type": type });

describe("Endpoints", () => {
  it("JSON bodies use `Content-Type: application/json`", async () => {
    const body = JSON.stringify({ id: "typed" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      await sandbox.refuses("BAD_REQUEST", "POST", "/api-keys", { body, headers: typed(type) });
    }
    const headers = typed("Application/JSON; charset=utf-8");
    const answer = await sandbox.call("POST", "/api-keys", { body, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "application/json; charset=utf-8"]);
  });
});

describe("Errors: Error response", () => {
  it("`timestamp` is the time of the answer", async () => {
    const { body, headers } = await sandbox.call("GET", "/verifications/ver_unknown");
    expect(Math.abs(Date.now() - Date.parse(body.timestamp))).toBeLessThan(60_000);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("`BAD_REQUEST` 400: malformed request (headers, content type, body)", async () => {
    const bodies = ["{", "{'id':'a'}", '{"id":"a"', '{"id":"a"}}', "undefined", "\u0000", "{".repeat(100_000)];
    for (const body of bodies) await sandbox.refuses("BAD_REQUEST", "POST", "/api-keys", { body });
    const form = { body: "id=1", headers: typed("application/x-www-form-urlencoded") };
    await sandbox.refuses("BAD_REQUEST", "POST", "/v2/webhooks", form);
  });

  it("`CONFLICT` 409: conflict of state; details in `message`", async () => {
    // None of the ten endpoints meets one; changes that a state does not allow do.
    const id = await sandbox.play("pending-upload");
    const body = { changes: [{ kind: "label_removed", label: "not_assigned" }] };
    const message = await sandbox.refuses("CONFLICT", "POST", `/sandbox/verifications/${id}/steps`, { body });
    expect(message).toContain("label");
  });
});
