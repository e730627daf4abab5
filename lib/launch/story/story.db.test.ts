import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ensureUser } from "#lib/access/server/users.ts";
import { WAITS } from "#lib/core/server/keys/rotation/steps.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { openPool } from "#lib/sandbox/store/database.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { momentsUntil, openStoryDatabase, removeClock, startClock } from "./clock.ts";
import { playStory } from "./play.ts";
import { COLLEAGUES } from "./words.ts";

const key = vi.hoisted(() => ({ value: "" }));
vi.mock(import("#lib/platform/server/base/env.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    env: () => ({ ...module.env(), RECEIVER_URL: "http://127.0.0.1:4001", SVC_API_KEY: key.value }),
  };
});

const RealDate = Date;
const DAY_MS = 86_400_000;
/** A Wednesday at noon in Mexico City. The same end gives the same story. */
const END = Date.parse("2026-11-25T18:00:00Z");
let connected: ConnectedService;
let defaults: unknown[];
const refused: unknown[] = [];

const DEFAULTS = `
  SELECT table_name, column_name, column_default FROM information_schema.columns
  WHERE table_schema = 'public' AND column_default IS NOT NULL ORDER BY 1, 2`;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  connected = await startConnectedService(1);
  key.value = connected.service.apiKey();
  const own = (["admin", "compliance"] as const).map((role) => ({
    email: `${role}@sandbox.local`,
    name: `A ${role}`,
    role,
  }));
  for (const user of [...own, ...COLLEAGUES]) {
    await ensureUser({ ...user, password: "a long password of the test" }, connected.database);
  }
  await beginReviewsAt(instantFromMs(Date.now() - 365 * DAY_MS), connected.database);
  defaults = await connected.query(DEFAULTS);
  const database = openStoryDatabase(connected.databaseUrl);
  const services = openPool(connected.service.databaseUrl, () => undefined);
  const rotation = { pool: database.pool, waits: WAITS, serviceWith: (key: string) => connected.client(() => key) };
  const stage = { database, services, client: connected.client(), rotation, now: END };
  try {
    await playStory({ ...stage, onRefused: (error) => refused.push(error) });
  } finally {
    await removeClock(database);
    await Promise.all([database.close(), services.end()]);
  }
});
afterAll(async () => {
  // Other files run in this process.
  globalThis.Date = RealDate;
  await connected.end();
});

it("plays a month in which each kind of work occurs, without a refused step", async () => {
  expect(refused).toEqual([]);
  const kinds = await connected.query<{ kind: string }>("SELECT DISTINCT kind FROM review_log");
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      "assigned",
      "decided",
      "submitted",
      "approved",
      "returned_by_approver",
      "waited",
      "returned",
    ]),
  );
  const decisions = "SELECT DISTINCT user_name, resolution FROM review_log WHERE kind IN ('decided', 'submitted')";
  const names = await connected.query<{ user_name: string; resolution: string }>(decisions);
  expect(new Set(names.map((each) => each.user_name))).toEqual(
    new Set(["A compliance", "Mariana Robles", "Luis Herrera"]),
  );
  expect(new Set(names.map((each) => each.resolution))).toEqual(new Set(["accepted", "closed", "rejected"]));
  expect(await connected.query("SELECT FROM review_log WHERE exceptions IS NOT NULL LIMIT 1")).toHaveLength(1);
  expect(await connected.query("SELECT FROM notes WHERE text LIKE '@A compliance %' LIMIT 1")).toHaveLength(1);
  expect(await connected.query("SELECT state FROM flows WHERE kind = 'own_key'")).toEqual([{ state: "done" }]);
});

it("ends with work for the first officer: own files, one overdue, a proposal to approve, and an answer of a customer", async () => {
  const count = async (where: string) =>
    (
      await connected.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM reviews LEFT JOIN users ON users.id = assignee WHERE ${where}`,
      )
    )[0]?.count;
  expect(await count("state = 'open' AND name = 'A compliance'")).toBeGreaterThan(1);
  expect(await count("state = 'open' AND assignee IS NULL")).toBeGreaterThan(1);
  expect(await count("state = 'open' AND overdue")).toBeGreaterThan(0);
  expect(
    await count("state = 'approval' AND standing ->> 'submitted_by' <> '' AND name <> 'A compliance'"),
  ).toBeGreaterThan(0);
  expect(await count("state = 'open' AND reasons @> '{answered}'")).toBe(1);
  expect(await count("state = 'waiting'")).toBeGreaterThan(0);
  // Each letter left at the time of its request, and none waits for the worker.
  const [letters] = await connected.query(
    "SELECT count(*) > 1 AS sent, bool_and(state = 'sent' AND ended_at - created_at < '1 minute') AS soon FROM letters",
  );
  expect(letters).toEqual({ sent: true, soon: true });
});

it("writes times of the past month, in the order of the log, and leaves no clock behind", async () => {
  const [log] = await connected.query<{ first: string; last: string; unordered: number }>(
    `SELECT min(at) AS first, max(at) AS last,
       count(*) FILTER (WHERE at < before)::int AS unordered
     FROM (SELECT at, lag(at) OVER (ORDER BY id) AS before FROM review_log) AS log`,
  );
  expect(Date.parse(log?.first ?? "")).toBeLessThan(END - 20 * DAY_MS);
  expect(Date.parse(log?.last ?? "")).toBeLessThanOrEqual(Date.now());
  expect(log?.unordered).toBe(0);
  const late = await connected.query(
    "SELECT received_at FROM inbox WHERE kind = 'delivery' AND received_at - to_timestamp(signed_at) NOT BETWEEN '0' AND '40 minutes'",
  );
  expect(late).toEqual([]);
  expect(Date).toBe(RealDate);
  expect(await connected.query(DEFAULTS)).toEqual(defaults);
  expect(await connected.query("SELECT FROM pg_namespace WHERE nspname = 'story'")).toEqual([]);
});

it("refuses a second clock, as after an interruption, and removes the first one with the defaults", async () => {
  const database = openStoryDatabase(connected.databaseUrl);
  await startClock(database);
  await expect(startClock(database)).rejects.toThrow("already exists");
  await removeClock(database);
  expect([Date, await connected.query(DEFAULTS)]).toEqual([RealDate, defaults]);
  await database.close();
});

it("has an outage of half an hour, computed from signs of life", async () => {
  const [outage, ...others] = await connected.query<{ cause: string; minutes: number }>(
    "SELECT cause, extract(epoch FROM ended_at - began_at)::int / 60 AS minutes FROM outages",
  );
  expect(others).toEqual([]);
  expect(outage).toEqual({ cause: "receiver_down", minutes: 30 });
  expect(await connected.query("SELECT FROM inbox WHERE late LIMIT 1")).toHaveLength(1);
});

it("works on weekdays in Mexico, until an hour before the end", () => {
  const monday = Date.parse("2026-11-30T18:00:00Z");
  const moments = momentsUntil(monday, 30);
  expect(moments.at(-1)).toEqual({ at: Date.parse("2026-11-30T16:36:00Z"), left: 0, isFirst: false });
  const days = new Set(moments.map(({ at }) => new Date(at - 6 * 3_600_000).getUTCDay()));
  expect([...days].toSorted()).toEqual([1, 2, 3, 4, 5]);
});
