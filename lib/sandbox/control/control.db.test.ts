import { request } from "node:http";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ownSandbox } from "#lib/sandbox/testing/sandbox.ts";

const sandbox = await ownSandbox();

/** Status of a call with headers that `fetch` does not allow. */
const statusOf = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url());
    request({ hostname, port, path: "/sandbox/ready", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

describe("the control routes", () => {
  it.each([
    ["a program on this machine", {}, 200],
    ["one that says localhost", { host: "localhost:3002" }, 200],
    ["a page of another site", { origin: "https://evil.example" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["a page that was made to share the name", { host: "rebound.example" }, 403],
    ["a name that only begins like this machine's", { host: "localhost.evil.example" }, 403],
    ["a cross-site navigation", { "sec-fetch-site": "cross-site" }, 403],
  ])("%s", async (_, headers, status) => {
    expect(await statusOf(headers)).toBe(status);
  });
});

describe("signing up", () => {
  it("returns the key once, and revokes it when it is replaced", async () => {
    const again = await sandbox.call("POST", "/sandbox/accounts", { body: {} });
    expect(again.body).toMatchObject({ account_id: expect.stringMatching(/^acc_/), api_key: null });
    const old = sandbox.apiKey();
    const extra = (await sandbox.call("POST", "/api-keys", { body: { id: "extra" } })).body.api_key;
    const replaced = await sandbox.replaceKey();
    expect(replaced.account_id).toBe(again.body.account_id);
    expect((await sandbox.call("GET", "/api-keys", { key: old })).status).toBe(401);
    expect((await sandbox.call("GET", "/api-keys", { key: replaced.api_key })).status).toBe(200);
    expect((await sandbox.call("GET", "/api-keys", { key: extra })).status).toBe(200);
  });
});

describe("playing", () => {
  const play = (body: object) => sandbox.call("POST", "/sandbox/verifications", { body });
  const step = (id: string, changes: unknown) =>
    sandbox.call("POST", `/sandbox/verifications/${id}/steps`, { body: { changes } });

  it("names every scenario", async () => {
    const { body } = await sandbox.call("GET", "/sandbox/scenarios");
    expect(body.data).toContain("finished-again");
    for (const scenario of body.data) expect((await play({ scenario })).status).toBe(201);
  });

  it("creates a verification of one scenario and seed only once", async () => {
    expect((await play({ scenario: "finished", seed: "once" })).status).toBe(201);
    expect((await play({ scenario: "finished", seed: "once" })).body.code).toBe("CONFLICT");
  });

  it.each([
    [{}],
    [{ scenario: "unheard-of" }],
    [{ scenario: "finished", seconds: -1 }],
    [{ scenario: "finished", x: 1 }],
  ])("refuses %j", async (body) => {
    expect((await play(body)).body.code).toBe("VALIDATION_ERROR");
  });

  it("applies changes by hand, all or none", async () => {
    const id = (await play({ scenario: "finished" })).body.verification_id;
    const document = { kind: "item_status", item_id: 1, item_type: "aa_mx", internal_status: "queued" };
    expect((await step(id, [document])).body).toMatchObject({ status: "pending", documents_status: "full_upload" });
    const refused = await step(id, [
      { kind: "documents_status", to: "partial_upload" },
      { kind: "label_removed", label: "not_assigned" },
    ]);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    const findings = [
      { severity: "low", message: "Sello ilegible." },
      { severity: "critical", message: "No existe esta severidad." },
    ];
    await step(id, [{ kind: "finished", run_id: "run_1", findings }]);
    const body = await sandbox.read(id);
    expect(body).toMatchObject({ status: "finished", documents_status: "full_upload" });
    expect(body.findings.items).toEqual([findings[0]]);
  });

  it("answers 404 and 400 when there is nothing to change", async () => {
    expect((await step("ver_unknown", [{ kind: "reopened" }])).status).toBe(404);
    expect((await step("ver_unknown", [])).status).toBe(400);
    expect((await step("ver_unknown", [{ kind: "exploded" }])).status).toBe(400);
  });
});

describe("faults", () => {
  const ask = (body: object) => sandbox.call("POST", "/sandbox/faults", { body });
  const read = () => sandbox.call("GET", "/api-keys");

  beforeEach(async () => {
    await sandbox.call("DELETE", "/sandbox/faults");
  });

  it("answers the requested status for the requested number of calls", async () => {
    await ask({ kind: "status", status: 429, count: 2 });
    const [first, second, third] = [await read(), await read(), await read()];
    expect([first.status, second.status, third.status]).toEqual([429, 429, 200]);
    expect(first.headers.get("retry-after")).toBe("1");
    expect(first.body).toMatchObject({ success: false });
  });

  it("applies only to the named path and method", async () => {
    await ask({ kind: "status", status: 500, path: "/verifications/*", method: "GET" });
    expect((await read()).status).toBe(200);
    expect((await sandbox.call("GET", "/verifications/ver_1")).body.code).toBe("INTERNAL_SERVER_ERROR");
  });

  it("serves a page, a redirect, half an answer, a late answer, or none", async () => {
    await ask({ kind: "html" });
    expect(await read()).toMatchObject({ status: 502, body: expect.stringContaining("<html>") });
    await ask({ kind: "redirect" });
    expect((await read()).status).toBe(302);
    await ask({ kind: "truncate" });
    await expect(read()).rejects.toThrow();
    await ask({ kind: "slow", delay_ms: 5 });
    expect((await read()).status).toBe(200);
    await ask({ kind: "hang" });
    const impatient = fetch(`${sandbox.url()}/api-keys`, {
      headers: { "x-api-key": sandbox.apiKey() },
      signal: AbortSignal.timeout(50),
    });
    await expect(impatient).rejects.toThrow(/timeout/);
  });

  it("loses the answer after the work is done", async () => {
    await ask({ kind: "lost", path: "/api-keys", method: "POST" });
    await expect(sandbox.call("POST", "/api-keys", { body: { id: "orphan" } })).rejects.toThrow();
    expect((await read()).body).toContainEqual(expect.objectContaining({ name: "orphan" }));
  });

  it("does the work after the caller has given up, with the caller's body", async () => {
    const givenUp = (id: string) =>
      fetch(`${sandbox.url()}/api-keys`, {
        method: "POST",
        headers: { "x-api-key": sandbox.apiKey(), "content-type": "application/json" },
        body: JSON.stringify({ id }),
        signal: AbortSignal.timeout(50),
      });
    const named = (id: string) => expect.objectContaining({ name: id });
    await ask({ kind: "late", method: "POST", delay_ms: 300_000 });
    await expect(givenUp("late")).rejects.toThrow(/timeout/);
    expect((await read()).body).not.toContainEqual(named("late"));
    await vi.waitFor(async () => expect((await read()).body).toContainEqual(named("late")), { timeout: 60_000 });
    await ask({ kind: "slow", method: "POST", delay_ms: 600_000 });
    await expect(givenUp("slow")).rejects.toThrow(/timeout/);
    await vi.waitFor(async () => expect((await read()).body).toContainEqual(named("slow")), { timeout: 60_000 });
  });

  it("ends faults one by one, and reports the remaining count of each", async () => {
    const first = (await ask({ kind: "status", status: 500, count: 3 })).body.id;
    const second = (await ask({ kind: "delivery_lost", count: null })).body.id;
    await read();
    expect((await sandbox.call("GET", "/sandbox/faults")).body.data).toMatchObject([
      { id: first, kind: "status", status: 500, count: 2, met: 1 },
      { id: second, kind: "delivery_lost", count: null, met: 0 },
    ]);
    const end = (id: string) => sandbox.call("DELETE", `/sandbox/faults/${id}`);
    expect([(await end(first)).status, (await end(first)).status]).toEqual([204, 404]);
    expect((await read()).status).toBe(200);
    expect((await sandbox.call("GET", "/sandbox/faults")).body.data).toHaveLength(1);
  });

  it("never applies to the control routes, and clears", async () => {
    await ask({ kind: "status", status: 500, count: 9 });
    expect((await sandbox.call("GET", "/sandbox/faults")).body.data).toHaveLength(1);
    expect((await sandbox.call("DELETE", "/sandbox/faults")).status).toBe(204);
    expect((await read()).status).toBe(200);
  });

  it.each([
    { kind: "flood" },
    { kind: "hang", count: 0 },
    { kind: "hang", event: "verification.v2.finished" },
    { kind: "delivery_lost", path: "/api-keys" },
    { kind: "delivery_lost", event: "verification.v2.unheard_of" },
    { kind: "slow", delay_ms: 600_001 },
    { kind: "status", status: 600 },
  ])("refuses %j", async (fault) => {
    expect((await ask(fault)).body.code).toBe("VALIDATION_ERROR");
  });
});
