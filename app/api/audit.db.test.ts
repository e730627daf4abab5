import { NextRequest } from "next/server";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeySource } from "#lib/core/server/vault/dashboard-keys.ts";
import { forgetExpired } from "#lib/core/server/vault/reveals.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { DELETE as deleteKey } from "./api-keys/[api_key_id]/route.ts";
import { POST as createKey } from "./api-keys/route.ts";
import { GET as exportAudit } from "./audit/export/route.ts";
import { GET as listAudit } from "./audit/route.ts";
import { GET as listUsers } from "./audit/users/route.ts";
import { POST as importVerifications } from "./imports/verifications/route.ts";
import { POST as searchPeople } from "./people/search/route.ts";
import { DELETE as storeReveal } from "./reveals/[reveal_id]/route.ts";
import { GET as listReveals } from "./reveals/route.ts";
import { POST as searchAudit } from "./searches/audit/route.ts";
import { POST as readVerification } from "./verifications/[verification_id]/read/route.ts";
import { PUT as changeWebhook, DELETE as deleteWebhook } from "./webhooks/[webhook_id]/route.ts";
import { POST as createWebhook } from "./webhooks/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async ({ service }) => {
  await database().pool.query("DELETE FROM reveals; DELETE FROM creation_attempts");
  await service.query("DELETE FROM sandbox.webhook");
  await service.query("DELETE FROM sandbox.api_key WHERE key_hash <> sha256($1::bytea)", [await createKeySource()()]);
});

let last = 0;
beforeEach(async () => {
  last = (await database().pool.query("SELECT coalesce(max(id), 0) AS last FROM audit_log")).rows[0].last;
});
/** Entries without 'begun': finished commands, and entries without a separate beginning. */
const entries = async () =>
  (await database().pool.query("SELECT * FROM audit_log WHERE id > $1 AND outcome <> 'begun' ORDER BY id", [last]))
    .rows;

const secrets: string[] = [];
afterAll(async () => {
  expect(secrets.length).toBeGreaterThan(3);
  // Hooks run in reverse order: this one runs before the hook that ends the dashboard.
  for (const secret of secrets) {
    const { rows } = await database().pool.query(
      "SELECT id FROM audit_log AS log WHERE log::text LIKE '%' || $1 || '%'",
      [secret],
    );
    expect(rows).toEqual([]);
  }
});

describe("the trail records", () => {
  const FIELDS = {
    url: "https://hooks.maderas.mx/svc?token=hunter2",
    events: ["verification.v2.created"],
    description: "Billing",
  };

  it("a webhook before and after, without secrets in its address", async () => {
    secrets.push("hunter2");
    const { body: created } = await callRoute(createWebhook, { body: FIELDS });
    secrets.push(created.secret);
    const params = { webhook_id: created.id };
    await callRoute(changeWebhook, { method: "PUT", params, body: { url: "https://hooks.maderas.mx/v2" } });
    await callRoute(deleteWebhook, { method: "DELETE", params });
    const first = { url: "https://hooks.maderas.mx/svc", events: FIELDS.events, description: "Billing", enabled: true };
    const second = { ...first, url: "https://hooks.maderas.mx/v2" };
    expect(await entries()).toMatchObject([
      { action: "webhook.created", ids: params, before: null, after: first, outcome: "done" },
      { action: "webhook.changed", ids: params, before: first, after: second, outcome: "done" },
      { action: "webhook.deleted", ids: params, before: second, after: null, outcome: "done" },
    ]);
  });

  it("the request of a failed command", async () => {
    await dashboard().fault({ kind: "status", status: 500, method: "PUT", path: "/v2/webhooks*", count: 1 });
    const { body: created } = await callRoute(createWebhook, { body: FIELDS });
    const params = { webhook_id: created.id };
    await callRoute(changeWebhook, { method: "PUT", params, body: { description: "Archive" } });
    expect((await entries()).at(-1)).toMatchObject({
      action: "webhook.changed",
      ids: params,
      after: { description: "Archive" },
      outcome: "failed",
      error_code: expect.stringMatching(/^(SERVICE_ERROR|OUTCOME_UNKNOWN)$/),
    });
  });

  it("a secret that a page shows again, with its name, and its storage; not the polls of the page that made it", async () => {
    const { body: key } = await callRoute(createKey, { body: { id: "archive" } });
    secrets.push(key.api_key);
    const shown = { method: "GET", search: `?kinds=api_key&shown=${key.reveal_id}` };
    for (let poll = 0; poll < 3; poll += 1) expect((await callRoute(listReveals, shown)).body).toEqual({ items: [] });
    // Pages of other kinds of secrets.
    expect((await callRoute(listReveals, { method: "GET", search: "?kinds=webhook_secret" })).body.items).toEqual([]);
    expect((await entries()).map(({ action }) => action)).toEqual(["api_key.created"]);
    // After a reload the page has no value to name.
    const reloaded = { method: "GET", search: "?kinds=api_key" };
    expect((await callRoute(listReveals, reloaded)).body.items).toMatchObject([{ value: key.api_key }]);
    await callRoute(listReveals, shown);
    await callRoute(listReveals, reloaded);
    await callRoute(storeReveal, { method: "DELETE", params: { reveal_id: key.reveal_id } });
    await callRoute(listReveals, { method: "GET" });
    const ids = { reveal_id: key.reveal_id, api_key_id: key.id };
    expect(await entries()).toMatchObject([
      { action: "api_key.created", ids: { api_key_id: key.id }, after: { name: "archive" } },
      { action: "reveal.shown", ids, user_email: "admin@example.mx", after: { kind: "api_key", name: "archive" } },
      { action: "reveal.stored", ids },
    ]);
    await callRoute(deleteKey, { method: "DELETE", params: { api_key_id: key.id } });
    expect((await entries()).at(-1)).toMatchObject({ action: "api_key.deleted", before: { name: "archive" } });
  });

  it("the deletion of an unstored secret, by no user", async () => {
    const { body: key } = await callRoute(createKey, { body: { id: "lost" } });
    secrets.push(key.api_key);
    await database().pool.query("UPDATE reveals SET expires_at = now() - interval '1 second'");
    await forgetExpired();
    await forgetExpired();
    const ids = { reveal_id: key.reveal_id, api_key_id: key.id };
    expect((await entries()).slice(1)).toMatchObject([{ action: "reveal.expired", ids, user_id: null, address: null }]);
  });

  it("how many ids were imported and with which outcomes, when the stream of an import ends", async () => {
    await callRoute(importVerifications, { body: { ids: ["ver_no_1", "ver_no_2", "ver_no_1"] } }).catch(
      () => undefined,
    );
    await expect.poll(entries).toMatchObject([
      {
        action: "verifications.imported",
        outcome: "done",
        after: { asked: 2, added: 0, known: 0, not_found: 2, failed: 0, left_out: false },
      },
    ]);
  });

  it("only the requesting user of a refresh", async () => {
    const params = { verification_id: "ver_no_1" };
    await callRoute(readVerification, { params });
    await callRoute(readVerification, { params, body: { by_hand: false } });
    expect(await entries()).toEqual([]);
    await callRoute(readVerification, { params, body: { by_hand: true } });
    expect(await entries()).toMatchObject([{ action: "verification.read", ids: params }]);
  });
});

describe("an export", () => {
  const get = (method: string, query = "") =>
    exportAudit(new NextRequest(`http://localhost:3000/api/audit/export?${query}`, { method }), {
      params: Promise.resolve({}),
    });

  it("read to its end is recorded with its number of rows", async () => {
    const text = await (await get("GET", "action=audit.exported")).text();
    expect(text.split("\r\n").length).toBeGreaterThan(2);
    const rows = text.trim().split("\r\n").length - 1;
    await expect
      .poll(entries)
      .toMatchObject([{ action: "audit.exported", outcome: "done", after: { rows, filter: "action=audit.exported" } }]);
  });

  it("has a column for each kind of id, tags, no JSON, and no names of people", async () => {
    const verification_id = "ver_of_the_export";
    const { pool } = database();
    await pool.query("INSERT INTO verification_summaries (verification_id, tag) VALUES ($1, '=EXP-1')", [
      verification_id,
    ]);
    await pool.query(
      `INSERT INTO verification_people (verification_id, "position", people_id, name, outcome, at, texts)
       VALUES ($1, 1, 7, 'Ana López', 'none', now(), '')`,
      [verification_id],
    );
    await pool.query(`INSERT INTO audit_log (action, ids, before, after) VALUES ('webhook.changed', $1, $2, $3)`, [
      { verification_id, people_ids: [7, 17], user_id: "00000000-0000-4000-8000-000000000009" },
      { url: "https://a.mx", events: ["x", "y"], description: "Billing", mode: 1 },
      { url: "https://b.mx", events: ["y", "z"], description: null, where: { city: "Puebla" } },
    ]);
    const text = await (await get("GET", `id=${verification_id}`)).text();
    const [head = [], row = []] = text
      .trim()
      .split("\r\n")
      .map((line) => line.split('","').map((cell) => cell.replaceAll(/^\ufeff?"|"$/g, "")));
    expect(row).toHaveLength(head.length);
    const cell = (name: string) => row[head.indexOf(name)];
    expect(cell("verification_id")).toBe(verification_id);
    expect(cell("verification_tag")).toBe("'=EXP-1");
    expect(cell("people_ids")).toBe("7 17");
    expect([cell("user_id"), cell("about_user_id")]).toEqual(["", "00000000-0000-4000-8000-000000000009"]);
    expect(cell("webhook_id")).toBe("");
    expect(cell("changes")).toBe(
      "url: https://a.mx → https://b.mx; mode: 1 →; events: + z, − x; description: Billing → ",
    );
    expect(cell("details")).toBe("where: city Puebla");
    expect(text).not.toContain("Ana López");
    expect(text).not.toMatch(/[{}[\]]/);
    await pool.query("DELETE FROM verification_people; DELETE FROM verification_summaries");
  });

  it("left by its reader is recorded as cancelled", async () => {
    await (await get("GET")).body?.cancel();
    await expect.poll(entries).toMatchObject([{ outcome: "done", after: { rows: 0, left_off: true } }]);
  });

  it("requested by HEAD ends too", async () => {
    const answer = await get("HEAD");
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(await entries()).toMatchObject([{ outcome: "done", after: null }]);
  });

  it("refuses an unknown filter instead of exporting more than requested", async () => {
    for (const query of ["outcome=everything", "outcom=failed", "format=xlsx"]) {
      expect((await get("GET", query)).status, query).toBe(400);
    }
    expect(await entries()).toEqual([]);
  });

  it("with a failing read breaks off, and is recorded as failed", async () => {
    const { pool } = database();
    const real = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    const answer = await get("GET");
    const broken = vi
      .spyOn(pool, "query")
      .mockImplementation((...[text, values]: unknown[]) =>
        typeof text === "string" && text.includes("page AS MATERIALIZED")
          ? Promise.reject(Object.assign(new Error(), { code: "57P01" }))
          : real(text, values),
      );
    await expect(answer.text()).rejects.toThrow();
    broken.mockRestore();
    await expect.poll(entries).toMatchObject([{ outcome: "failed", error_code: "INTERNAL_SERVER_ERROR" }]);
  });
});

it("answers a page of the trail, and the actors in it", async () => {
  await callRoute(createKey, { body: { id: "listed" } });
  const get = async (query: string) => {
    const answer = await listAudit(new NextRequest(`http://localhost:3000/api/audit?${query}`), {
      params: Promise.resolve({}),
    });
    return answer.json();
  };
  const { items, next_cursor } = await get("action=api_key.created&limit=1");
  expect(items).toMatchObject([{ action: "api_key.created", user: { email: "admin@example.mx" }, outcome: "done" }]);
  expect((await get(`action=api_key.created&limit=1&cursor=${next_cursor}`)).items[0].entry_id).not.toBe(
    items[0].entry_id,
  );
  const users = (await callRoute(listUsers, { method: "GET" })).body.items;
  expect(users).toContainEqual({ id: items[0].user.id, email: "admin@example.mx" });
});

describe("a search by text", () => {
  const CURP = "BOXW310820HNERXN09";
  const verification_id = "ver_of_the_search";
  const search = async (q: string, more: object = {}) => callRoute(searchAudit, { body: { q, ...more } });

  beforeEach(async () => {
    const { pool } = database();
    await pool.query("DELETE FROM verification_people; DELETE FROM verification_summaries");
    await pool.query(
      "INSERT INTO verification_summaries (verification_id, tag, title) VALUES ($1, 'EXP-77', 'Maderas')",
      [verification_id],
    );
    await pool.query(
      `INSERT INTO verification_people (verification_id, "position", people_id, name, curp, outcome, at, texts)
       VALUES ($1, 1, 7, 'Wenceslao Bórquez', $2::text, 'none', now(), 'Wenceslao Bórquez ' || $2)`,
      [verification_id, CURP],
    );
    await pool.query("INSERT INTO audit_log (action, ids) VALUES ('people.opened', $1)", [
      { verification_id, people_ids: [7] },
    ]);
    last = (await pool.query("SELECT max(id) AS last FROM audit_log")).rows[0].last;
  });

  it("without a match is recorded only for a text in the shape of a CURP", async () => {
    expect((await search("Maderas")).body.items[0]).toMatchObject({ files: [{ tag: "EXP-77", title: "Maderas" }] });
    expect((await search("nobody of this name")).body.items).toEqual([]);
    expect(await entries()).toEqual([]);
    expect((await search("BOXW310820MNERXN07")).body.items).toEqual([]);
    expect(await entries()).toMatchObject([{ action: "people.searched", after: { text: "curp", found: 0 } }]);
  });

  it.each([
    ["borquez", "words"],
    [CURP, "curp"],
    ["BOXW…09", "curp_part"],
  ])("that finds people is recorded as a search of people, without the text: %s", async (q, kind) => {
    const { status, body } = await search(q);
    expect([status, body.items[0]]).toMatchObject([
      200,
      { action: "people.opened", people: [{ people_id: 7, name: "Wenceslao Bórquez" }] },
    ]);
    await search(q);
    const written = await entries();
    expect(written).toMatchObject([
      { action: "people.searched", ids: { verification_ids: [verification_id] }, after: { text: kind, found: 1 } },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/borquez|BOXW/i);
  });

  it("shares the limit of the search of people", async () => {
    await dashboard().signInAs("admin");
    const statuses = [];
    for (let count = 10; count < 50; count += 1) {
      statuses.push((await search(`BOXW3108${count}HNERXN09`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await callRoute(searchPeople, { body: { q: "BOXW310820HNERXN01" } })).status).toBe(429);
    expect((await search("borquez")).status).toBe(200);
  });

  it("keeps the other filters, pages, and refuses unknown ones", async () => {
    expect((await search("borquez", { family: ["webhooks"] })).body.items).toEqual([]);
    expect((await search("borquez", { action: ["people.opened"], limit: 1 })).body.items).toHaveLength(1);
    for (const more of [
      { cursor: "x" },
      { action: ["webhook.eaten"] },
      { user: ["ana@example.mx"] },
      { text: "x" },
      { limit: 1000 },
    ]) {
      expect((await search("borquez", more)).body.code).toBe("VALIDATION_ERROR");
    }
  });

  it("does not look for people in an address", async () => {
    const address = new NextRequest(`http://localhost:3000/api/audit?${new URLSearchParams({ q: "borquez" })}`);
    const { items } = await (await listAudit(address, { params: Promise.resolve({}) })).json();
    expect(items).toEqual([]);
    expect(await entries()).toEqual([]);
  });
});
