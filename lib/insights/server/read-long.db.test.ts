import { afterEach, expect, it, vi } from "vitest";
import { INSIGHTS } from "#lib/insights/contract/insights.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { countInsights, STATEMENTS } from "./count.ts";
import { yearUntil } from "./last-answers.ts";
import { UNBOUNDED } from "./query.ts";
import { readInsights, readWholeInsights, yearTasks } from "./read.ts";

const database = await ownDatabase();
const { pool } = database;
vi.useFakeTimers({ toFake: ["Date"], now: new Date().setUTCHours(16, 0) });
const YEAR = yearUntil(dateIn(instantFromMs(Date.now()), "America/Mexico_City"));
const CALLER = { userId: "nobody", seesTeam: true };
/** Statements that need no table of runs. */
const BEFORE_RUNS = 18;

const read = (filter = YEAR) => readInsights(filter, CALLER, database);
const stored = async () =>
  (await pool.query<{ computed_at: string }>("SELECT computed_at FROM insight_answers")).rows.map(
    (row) => row.computed_at,
  );
const WAITING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const waiting = async () => (await pool.query<{ pid: number }>(WAITING)).rows;
const running = async () =>
  (
    await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()",
    )
  ).rowCount;

/** Statements about runs of findings wait until `work` is done. */
const whileLocked = <T>(work: () => Promise<T>): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await tx.query("LOCK TABLE insight_runs IN ACCESS EXCLUSIVE MODE");
    return work();
  });

// The tests are in the middle of a day, in which no period ends, and ten minutes apart, so that no answer is still cached.
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
afterEach(async () => {
  later(600_000);
  await expect.poll(running).toBe(0);
  await pool.query("TRUNCATE insight_answers");
});

it("counts the statements of an answer", async () => {
  const work = { ...UNBOUNDED };
  await countInsights(INSIGHTS.empty, database, work);
  expect(work.done).toBe(STATEMENTS);
});

it("answers at once with the progress and then with the last figures, computes once, and stores what took long", async () => {
  const first = await whileLocked(async () => {
    const together = await Promise.all([read(), read()]);
    expect(together.map(({ figures }) => figures)).toEqual([null, null]);
    await expect.poll(async () => (await read()).computing).toEqual({ done: BEFORE_RUNS, of: STATEMENTS });
    await expect.poll(waiting).toHaveLength(2);
    expect(await stored()).toEqual([]);
    return { whole: readWholeInsights(YEAR, CALLER, database) };
  });
  const whole = await first.whole;
  expect(await read()).toEqual({ figures: whole, computing: null });
  expect(await stored()).toEqual([whole.computed_at]);

  later(90_000);
  await whileLocked(async () => {
    const { figures, computing } = await read();
    expect(figures).toEqual(whole);
    expect(computing?.of).toBe(STATEMENTS);
  });
  const newer = await readWholeInsights(YEAR, CALLER, database);
  expect(await stored()).toEqual([newer.computed_at]);
  expect(newer.computed_at > whole.computed_at).toBe(true);
});

it("shows the figures that another process has stored meanwhile", async () => {
  const filter = { ...YEAR, label: "elsewhere" };
  await whileLocked(() => read(filter));
  const whole = await readWholeInsights(filter, CALLER, database);
  later(61_000);
  await whileLocked(async () => {
    expect((await read(filter)).computing).not.toBeNull();
    const now = instantFromMs(Date.now());
    await pool.query(
      "UPDATE insight_answers SET answer = jsonb_set(answer, '{computed_at}', to_jsonb($1::text)), computed_at = $1::timestamptz",
      [now],
    );
    expect(await read(filter)).toEqual({ figures: { ...whole, computed_at: now }, computing: null });
  });
});

it("tells the next request of a failure, and computes again a while later", async () => {
  const filter = { ...YEAR, label: "failing" };
  await whileLocked(async () => {
    await read(filter);
    await expect.poll(waiting).not.toEqual([]);
    for (const { pid } of await waiting()) await pool.query("SELECT pg_cancel_backend($1)", [pid]);
    await expect.poll(() => read(filter).catch((error: Error) => error.message)).toMatch(/canceling statement/);
  });
  await expect(read(filter)).rejects.toThrow("canceling statement");
  later(6_000);
  expect((await readWholeInsights(filter, CALLER, database)).computed_at).toBe(instantFromMs(Date.now()));
});

it("ends a computation that nobody has asked for in half a minute", async () => {
  const filter = { ...YEAR, label: "left" };
  await whileLocked(async () => {
    await read(filter);
    later(31_000);
  });
  await expect.poll(running).toBe(0);
  expect(await stored()).toEqual([]);
  expect((await readWholeInsights(filter, CALLER, database)).computed_at).toBe(instantFromMs(Date.now()));
});

it("leaves connections of the pool to others", async () => {
  await whileLocked(async () => {
    await Promise.all(["a", "b", "c", "d", "e", "f"].map((label) => read({ ...YEAR, label })));
    await expect.poll(waiting).toHaveLength(pool.options.max - 2);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });
});

it("is computed by the worker at night", async () => {
  await whileLocked(() => read());
  await readWholeInsights(YEAR, CALLER, database);
  const ofYear = async () => (await pool.query("SELECT computed_at FROM insight_answers WHERE due_at > now()")).rows;
  const before = await ofYear();
  await pool.query("UPDATE insight_answers SET due_at = now() - interval '1 minute'");
  later(1_000);
  const night = await whileLocked(async () => {
    const run = yearTasks(database)[0]?.run(new AbortController().signal);
    await expect.poll(waiting).not.toEqual([]);
    // Takes a second, so that the computation, which has begun, takes longer.
    await read({ ...YEAR, label: "meanwhile" });
    return { run };
  });
  await night.run;
  expect(await ofYear()).toHaveLength(1);
  expect(await ofYear()).not.toEqual(before);
});
