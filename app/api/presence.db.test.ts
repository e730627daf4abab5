import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { startSession } from "#lib/access/server/sessions.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import type { Colleague, PresenceMessage, PresenceState } from "#lib/core/contract/verifications/presence.ts";
import { LiveHub } from "#lib/core/server/live/stream.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, expectStoredNowhere } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET } from "./live/route.ts";
import { PUT } from "./verifications/[verification_id]/presence/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);
const opened: AbortController[] = [];
let files = 0;
let file: string;

beforeEach(async () => {
  files += 1;
  file = `ver_presence_${files}`;
  await insertSummaries(database().pool, [{ verification_id: file }]);
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.abort();
});
afterAll(() => (globalThis as { cotejoLiveHub?: LiveHub }).cotejoLiveHub?.close());

const TAB = "a".repeat(32);
const say = (state: PresenceState, tab = TAB, verification_id = file) =>
  callRoute(PUT, { method: "PUT", params: { verification_id }, body: { tab, state } });

/** Signs in as a new user of this role. */
async function signInAsNew(name: string, role: Role): Promise<void> {
  const { id } = await ensureUser({ email: `${name}@example.mx`, name, role, password: "correct horse battery" });
  const cookie = await sessionCookie();
  cookie.id = await startSession(id);
  await cookie.save();
}

/** The live stream of the signed-in user; returns the other readers of the file, message by message. */
async function openStream() {
  const request = new AbortController();
  opened.push(request);
  const answer = await GET(new NextRequest("http://localhost:3000/api/live", { signal: request.signal }), {
    params: Promise.resolve({}),
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.unreachable();
  let text = "";
  const told: Colleague[][] = [];
  const take = () => {
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^event: presence\ndata: (.*)$/.exec(frame)?.[1];
      const message = data ? (JSON.parse(data) as PresenceMessage) : undefined;
      const own = message?.files.find(({ verification_id }) => verification_id === file);
      if (own) told.push(own.colleagues);
    }
  };
  (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      take();
    }
  })();
  // Waits until the dashboard listens for notifications.
  await expect
    .poll(
      async () =>
        (await database().pool.query("SELECT FROM pg_stat_activity WHERE application_name = 'cotejo live'")).rowCount,
    )
    .toBeGreaterThan(0);
  return told;
}

const briefly = (told: readonly Colleague[][]) =>
  told.map((colleagues) => colleagues.map(({ name, deciding }) => (deciding ? `${name} decides` : name)));

it("shows each reader the other readers of a file, and deciding users to readers who may decide", async () => {
  await dashboard().signInAs("support");
  const support = await openStream();
  await signInAsNew("luisa", "compliance");
  const luisa = await openStream();
  await dashboard().signInAs("compliance");
  const own = await openStream();
  for (const state of ["open", "deciding", "open", "left"] as const)
    expect(await say(state)).toMatchObject({ status: 204 });
  await expect.poll(() => briefly(luisa)).toEqual([["compliance"], ["compliance decides"], ["compliance"], []]);
  await expect.poll(() => briefly(support)).toEqual([["compliance"], []]);
  expect(own).toEqual([]);
});

it("is sent to every dashboard, also to a later reader", async () => {
  const other = new LiveHub(dashboard().databaseUrl, () => undefined);
  const met: string[][] = [];
  const hello = Promise.withResolvers<void>();
  other.subscribe({ send: () => hello.resolve(), role: () => "support", meet: (ids) => met.push([...ids]) });
  await hello.promise;
  await openStream();
  await dashboard().signInAs("compliance");
  await say("deciding");
  await expect.poll(() => met).toEqual([[file]]);
  expect(other.presence.at(file)).toMatchObject([{ name: "compliance", deciding: true }]);
  await other.close();
  await signInAsNew("tomas", "compliance");
  const late = await openStream();
  await expect.poll(() => briefly(late)).toEqual([["compliance decides"]]);
});

it("extends no session, writes no audit entry, and is not stored", async () => {
  const { pool } = database();
  await pool.query("UPDATE sessions SET active_at = now() - interval '14 minutes'");
  const active = async () => (await pool.query("SELECT max(active_at)::text AS at FROM sessions")).rows[0].at;
  const entries = async () => (await pool.query("SELECT FROM audit_log")).rowCount;
  const before = [await active(), await entries()];
  const tab = "0123456789abcdef".repeat(2);
  for (const state of ["open", "left"] as const) expect((await say(state, tab)).status).toBe(204);
  expect([await active(), await entries()]).toEqual(before);
  await expectStoredNowhere(tab);
});

it("is open to any role, but only deciders are deciding", async () => {
  for (const role of ROLES) {
    await dashboard().signInAs(role);
    expect((await say("open")).status).toBe(204);
    expect((await say("deciding")).status).toBe(role === "compliance" ? 204 : 403);
  }
});

it("refuses other fields, unknown files, and requests without a session", async () => {
  const put = (body: unknown) => callRoute(PUT, { method: "PUT", params: { verification_id: file }, body });
  for (const body of [
    {},
    { tab: TAB },
    { tab: "A".repeat(32), state: "open" },
    { tab: `${TAB}a`, state: "open" },
    { tab: TAB, state: "writing" },
    { tab: TAB, state: "open", name: "Ana" },
  ]) {
    expect(await put(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  }
  for (const state of ["open", "deciding"] as const) {
    await dashboard().signInAs("compliance");
    expect((await say(state, TAB, "ver_of_nobody")).status).toBe(404);
  }
  expect((await say("left", TAB, "ver_of_nobody")).status).toBe(204);
  jar.clear();
  expect((await say("open")).status).toBe(401);
});

it("removes a user whose session has ended after 30 s without a report", async () => {
  await signInAsNew("rita", "support");
  const told = await openStream();
  await dashboard().signInAs("compliance");
  await say("open");
  await expect.poll(() => briefly(told)).toEqual([["compliance"]]);
  await database().pool.query(
    "UPDATE sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = 'compliance@example.mx')",
  );
  expect((await say("open")).status).toBe(401);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 30_000);
  await expect.poll(() => briefly(told)).toEqual([["compliance"], []]);
});
