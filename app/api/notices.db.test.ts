import { expect, it, vi } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { PUT } from "./notices/read/route.ts";
import { GET } from "./notices/route.ts";
import { PUT as MUTE } from "./settings/alerts/mutes/route.ts";
import { GET as ALERTS, PUT as SET_ALERTS } from "./settings/alerts/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

const list = (search: string) => callRoute(GET, { method: "GET", search });

const NOTICE = `
  INSERT INTO notices (kind, user_id, source, verification_id, at)
  SELECT 'overdue', id, $1, 'ver_noticed', now() FROM users WHERE role = 'support'`;

it("lists the caller's own notices, and marks them as read", async () => {
  await insertSummaries(database().pool, [{ verification_id: "ver_noticed" }]);
  await database().pool.query(NOTICE, ["1"]);
  await database().pool.query(NOTICE, ["2"]);
  await dashboard().signInAs("compliance");
  expect(await list("")).toMatchObject({ status: 200, body: { items: [], unread: 0, next_cursor: null } });
  await dashboard().signInAs("support");
  const { body } = await list("?unread&limit=1");
  expect(body).toEqual({
    items: [
      {
        notice_id: expect.any(Number),
        kind: "overdue",
        verification_id: "ver_noticed",
        at: expect.stringMatching(/Z$/),
        read_at: null,
        mail_failed: false,
        text: "Overdue",
        path: "/verifications/ver_noticed",
        file: { title: null, tag: null },
      },
    ],
    unread: 2,
    next_cursor: expect.any(String),
  });
  const [{ notice_id }] = body.items;
  expect(await callRoute(PUT, { method: "PUT", body: { notice_ids: [notice_id] } })).toMatchObject({ status: 204 });
  expect((await list("?unread")).body).toMatchObject({ items: [{ read_at: null }], unread: 1 });
  expect((await list("")).body.items).toHaveLength(2);
  expect(await callRoute(PUT, { method: "PUT", body: { all: true } })).toMatchObject({ status: 204 });
  expect((await list("?unread")).body).toEqual({ items: [], unread: 0, next_cursor: null });
});

it("refuses other bodies", async () => {
  await dashboard().signInAs("support");
  for (const body of [
    {},
    { all: false },
    { notice_ids: [] },
    { notice_ids: ["1"] },
    { notice_ids: Array(201).fill(1) },
  ])
    expect(await callRoute(PUT, { method: "PUT", body })).toMatchObject({ status: 400 });
});

it("lists alerts to admins, and mutes kinds of them with an entry in the trail", async () => {
  await database().pool.query(
    `INSERT INTO alerts (kind, source, since, facts) VALUES ('clock_wrong', '1', now(), '{"ahead_seconds": 90}')`,
  );
  const { body } = await callRoute(ALERTS, { method: "GET" });
  expect(body.items).toEqual([
    {
      alert_id: expect.any(String),
      kind: "clock_wrong",
      since: expect.stringMatching(/Z$/),
      resolved_at: null,
      text: "This server’s clock is 90 s ahead of the service's.",
      todo: expect.stringMatching(/NTP/),
      path: "/settings/system",
    },
  ]);
  expect(body.kinds).toContainEqual({ kind: "clock_wrong", name: "Clock wrong", muted: false });
  const mute = (muted: boolean) => callRoute(MUTE, { method: "PUT", body: { kind: "clock_wrong", muted } });
  const authenticated = (ago: string) =>
    database().pool.query("UPDATE sessions SET authenticated_at = now() - $1::interval", [ago]);
  await authenticated("11 minutes");
  expect(await mute(true)).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
  await authenticated("1 minute");
  expect(await mute(true)).toMatchObject({ status: 204 });
  expect((await callRoute(ALERTS, { method: "GET" })).body.kinds).toContainEqual({
    kind: "clock_wrong",
    name: "Clock wrong",
    muted: true,
  });
  await mute(false);
  const { rows } = await database().pool.query<{ before: object; after: object }>(
    "SELECT before, after FROM audit_log WHERE action = 'alert.muted' AND outcome = 'done' ORDER BY id",
  );
  expect(rows).toEqual([
    { before: { muted: false }, after: { kind: "clock_wrong", muted: true } },
    { before: { muted: true }, after: { kind: "clock_wrong", muted: false } },
  ]);
  await dashboard().signInAs("compliance");
  expect(await callRoute(ALERTS, { method: "GET" })).toMatchObject({ status: 403 });
});

it("sets thresholds and quiet hours within their bounds, with an entry in the trail", async () => {
  const settings = { version: 0, thresholds: USUAL_THRESHOLDS, quiet: null };
  expect((await callRoute(ALERTS, { method: "GET" })).body.settings).toEqual(settings);
  const set = (body: object) => callRoute(SET_ALERTS, { method: "PUT", body });
  const quiet = { from: "22:00", to: "07:00", days_off: true };
  const changed = { ...settings, quiet, thresholds: { ...USUAL_THRESHOLDS, large_export: 500 } };
  expect(await set({ ...changed, thresholds: { ...USUAL_THRESHOLDS, large_export: 1e9 } })).toMatchObject({
    status: 400,
  });
  await dashboard().signInAs("support");
  expect(await set(changed)).toMatchObject({ status: 403 });
  await dashboard().signInAs("admin");
  const authenticated = (ago: string) =>
    database().pool.query("UPDATE sessions SET authenticated_at = now() - $1::interval", [ago]);
  await authenticated("11 minutes");
  expect(await set(changed)).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
  await authenticated("1 minute");
  expect(await set(changed)).toMatchObject({ status: 200, body: { settings: { ...changed, version: 1 } } });
  expect(await set({ ...changed, quiet: null })).toMatchObject({ status: 409 });
  expect(await set({ ...settings, version: 1 })).toMatchObject({ body: { settings: { ...settings, version: 2 } } });
  const { rows } = await database().pool.query<{ before: object; after: object }>(
    "SELECT before, after FROM audit_log WHERE action = 'alert_settings.changed' AND outcome = 'done' ORDER BY id",
  );
  const was = { ...USUAL_THRESHOLDS, quiet_hours: null, quiet_days_off: false };
  const is = { ...USUAL_THRESHOLDS, large_export: 500, quiet_hours: "22:00–07:00 (+1)", quiet_days_off: true };
  expect(rows).toEqual([
    { before: was, after: is },
    { before: is, after: was },
  ]);
});
