import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { signedSecond } from "#lib/core/contract/deliveries/delivery.ts";
import { getRefusal, listRefusals } from "#lib/core/server/deliveries/list.ts";
import { sealSecret } from "#lib/core/server/vault/vault.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { signatureHeader } from "#lib/sandbox/deliveries/send.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST as retryOne } from "./[delivery_id]/retry/route.ts";
import { GET as get } from "./[delivery_id]/route.ts";
import { GET as refusals } from "./refusals/route.ts";
import { POST as retryAll, GET as retryable } from "./retry/route.ts";
import { GET as list } from "./route.ts";
import { POST as checkSignature } from "./signature-check/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let id: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  id = await dashboard.service.play("finished");
  await dashboard.knowFromEvents(id);
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

const request = (method: string, path: string) =>
  new NextRequest(`http://localhost:3000/api/deliveries${path}`, {
    method,
    headers: { origin: "http://localhost:3000" },
  });
const params = (delivery_id: number | string = "1") => ({
  params: Promise.resolve({ delivery_id: String(delivery_id) }),
});
const none = { params: Promise.resolve({}) };

const check = (body: unknown) =>
  checkSignature(
    new NextRequest("http://localhost:3000/api/deliveries/signature-check", {
      method: "POST",
      headers: { origin: "http://localhost:3000", "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    none,
  );

const routes: [string, () => Promise<Response>][] = [
  ["the list", () => list(request("GET", ""), none)],
  ["a delivery", () => get(request("GET", "/1"), params())],
  ["a retry", () => retryOne(request("POST", "/1/retry"), params())],
  ["the count of what can be retried", () => retryable(request("GET", "/retry"), none)],
  ["a retry of all", () => retryAll(request("POST", "/retry"), none)],
  ["the refusals", () => refusals(request("GET", "/refusals"), none)],
  ["the check of a signature", () => check({ header: "", body_base64: "" })],
];

describe.each(routes)("%s", (_, open) => {
  it.each<[Role | null, number]>([
    [null, 401],
    ["support", 403],
    ["compliance", 403],
  ])("is closed to %s", async (role, status) => {
    if (role) await dashboard.signInAs(role);
    expect((await open()).status).toBe(status);
  });
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  dashboard.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const listed = async (query: string) => (await list(request("GET", `?${query}`), none)).json();

describe("for an administrator", () => {
  beforeEach(() => dashboard.signInAs("admin"));

  it("the list applies the filter", async () => {
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
    const { items } = await listed(`id=${id}`);
    expect(items).toMatchObject([{ verification_id: id, state: "applied", late: false, copies: 1 }]);
    expect((await listed(`id=${id}&outcome=failed`)).items).toEqual([]);
  });

  it("a delivery is shown as it was sent, with its changes", async () => {
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
    const [{ delivery_id }] = (await listed(`id=${id}`)).items;
    const [stored] = await sql<{ body: Buffer }>("SELECT body FROM inbox WHERE id = $1", [delivery_id]);
    const answer = await (await get(request("GET", ""), params(delivery_id))).json();
    expect(answer).toMatchObject({ delivery_id, payload: stored?.body.toString("utf8"), size: stored?.body.length });
    expect(answer.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.effects.length).toBeGreaterThan(0);
  });

  it.each(["0", "-1", "x", "1.5", "1e3", "9999999999999999", "424242"])("there is no delivery %s", async (wrong) => {
    expect((await get(request("GET", ""), params(wrong))).status).toBe(404);
    expect((await retryOne(request("POST", ""), params(wrong))).status).toBe(404);
  });

  it("only a failed delivery is retried, and applied then", async () => {
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
    const [{ delivery_id }] = (await listed(`id=${id}`)).items;
    const refused = await retryOne(request("POST", ""), params(delivery_id));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "CONFLICT" });
    await sql("UPDATE inbox SET state = 'failed', attempts = 5, last_error = 'x' WHERE id = $1", [delivery_id]);
    expect((await retryOne(request("POST", ""), params(delivery_id))).status).toBe(202);
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
    expect(await sql("SELECT last_error FROM inbox WHERE id = $1", [delivery_id])).toEqual([{ last_error: null }]);
  });

  it("all matches are retried after they were counted", async () => {
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
    await sql("UPDATE inbox SET state = 'failed' WHERE verification_id = $1 AND kind = 'delivery'", [id]);
    const query = `/retry?id=${id}`;
    expect(await (await retryable(request("GET", query), none)).json()).toEqual({ count: 1 });
    expect(await (await retryable(request("GET", `${query}&outcome=applied`), none)).json()).toEqual({ count: 0 });
    expect(await (await retryAll(request("POST", query), none)).json()).toEqual({ count: 1 });
    await vi.waitFor(async () => expect((await listed(`id=${id}&outcome=applied`)).total).toBe(1), { timeout: 60_000 });
  });

  it.each(["outcome=broken", "from=nonsense", "id=a&id=b", "id=BADD110313HCMLNS09", "event=BADD110313HCMLNS09"])(
    "an unreadable part of the filter (%s) widens neither a retry nor the list to everything",
    async (query) => {
      expect((await retryAll(request("POST", `/retry?${query}`), none)).status).toBe(400);
      expect((await retryable(request("GET", `/retry?${query}`), none)).status).toBe(400);
      expect((await list(request("GET", `?${query}`), none)).status).toBe(400);
    },
  );

  it("another site cannot retry anything", async () => {
    const foreign = new NextRequest("http://localhost:3000/api/deliveries/retry", {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
    });
    expect((await retryAll(foreign, none)).status).toBe(403);
  });

  it("refusals are listed newest first, with the number of each reason, and by reason", async () => {
    await sql("DELETE FROM refusals");
    await sql(
      `INSERT INTO refusals (at, reason, skew_seconds, source_address, count)
       VALUES (now(), 'no_match', 3, '192.0.2.1', 2), (now(), 'too_old', 99999, '192.0.2.2', 1), (now(), 'no_match', 1, NULL, 4)`,
    );
    const all = await (await refusals(request("GET", "/refusals"), none)).json();
    expect(all.items.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
      ["no_match", 4],
      ["too_old", 1],
      ["no_match", 2],
    ]);
    expect(all.counts).toEqual([
      { reason: "no_match", count: 6 },
      { reason: "too_old", count: 1 },
    ]);
    const old = await (await refusals(request("GET", "/refusals?reason=too_old"), none)).json();
    expect(old.items).toMatchObject([{ reason: "too_old", skew_seconds: 99999, source_address: "192.0.2.2" }]);
    expect((await refusals(request("GET", "/refusals?reason=nonsense"), none)).status).toBe(400);
  });

  it("a refusal is found by its id, with the time of its signature", async () => {
    await sql("DELETE FROM refusals");
    await sql("INSERT INTO refusals (at, reason, skew_seconds) VALUES ('2026-11-20T10:30:29.9Z', 'no_match', 29)");
    const [listed = expect.unreachable()] = (await listRefusals({})).items;
    expect(await getRefusal(listed.refusal_id)).toEqual(listed);
    expect(signedSecond(listed)).toBe(Date.parse("2026-11-20T10:30:00Z") / 1000);
    expect(signedSecond({ at: "2026-11-20T10:30:29.9Z", skew_seconds: null })).toBeNull();
    expect(await getRefusal(listed.refusal_id + 1)).toBeNull();
  });

  describe("the check of a signature", () => {
    const body = Buffer.from('{"event_name":"verification.v2.created"}');
    const base64 = body.toString("base64");
    const signed = (secret: string) => signatureHeader(secret, 1_700_000_000, body.toString());

    beforeAll(async () => {
      for (const role of ["current", "retired"]) {
        const value = `the ${role} secret`;
        const secret_id = await sealSecret(dashboard.database.pool, { kind: "webhook_secret", owner: "r1", value });
        await sql("INSERT INTO receiver_secrets (id, receiver_id, role, secret_id) VALUES ($1, 'r1', $2, $3)", [
          randomUUID(),
          role,
          secret_id,
        ]);
      }
    });

    it.each([
      ["the current secret", "current"],
      ["the retired secret", "retired"],
      ["somebody else's", null],
    ])("of %s names the stored secret that made it, and never its value", async (secret, match) => {
      const answer = await check({ header: signed(secret), body_base64: base64 });
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(JSON.parse(text)).toEqual({ match, tried: 2 });
      expect(text).not.toContain("secret");
    });

    it("does not accept other bytes", async () => {
      const altered = Buffer.from(`${body} `).toString("base64");
      const answer = await check({ header: signed("the current secret"), body_base64: altered });
      expect(await answer.json()).toEqual({ match: null, tried: 2 });
    });

    it.each([
      { header: "t=1", body_base64: "not base64!" },
      { header: "t=1" },
      { header: "t=1", body_base64: "", secret: "never sent" },
      { header: "x".repeat(5000), body_base64: "" },
    ])("refuses an unknown field: %j", async (wrong) => {
      expect((await check(wrong)).status).toBe(400);
    });
  });
});

it("a delivery is opened by a call of a script, and not by a page that requests it again", async () => {
  await dashboard.signInAs("admin");
  const file = await dashboard.service.play("finished");
  await dashboard.knowFromEvents(file);
  const [newest] = await dashboard.query<{ delivery_id: number }>(
    "SELECT id AS delivery_id FROM inbox WHERE kind = 'delivery' AND verification_id = $1 LIMIT 1",
    [file],
  );
  const { delivery_id } = newest ?? expect.unreachable();
  const opened = () =>
    dashboard.query<{ ids: object }>("SELECT ids FROM audit_log WHERE action = 'delivery.opened' AND ids @> $1", [
      { delivery_id },
    ]);
  const byPage = request("GET", `/${delivery_id}`);
  byPage.headers.set("sec-fetch-site", "same-origin");
  expect((await get(byPage, params(delivery_id))).status).toBe(200);
  expect(await opened()).toEqual([]);
  for (let times = 0; times < 2; times += 1) await get(request("GET", `/${delivery_id}`), params(delivery_id));
  expect(await opened()).toEqual([{ ids: { delivery_id, verification_id: file } }]);
});
