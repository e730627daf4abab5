import { expect, it, onTestFinished, vi } from "vitest";
import type { Client } from "#lib/platform/server/db/database.ts";
import { createClock } from "./clock.ts";

/** A database whose clock is `ahead` seconds ahead of ours, and the last difference found by the worker. */
function clockWith(database: { ahead: number; clock_ahead: number | null; takesMs?: number; away?: boolean }) {
  const query = vi.fn(async () => {
    if (database.away) throw new Error("away");
    const database_ms = Date.now() + database.ahead * 1_000;
    vi.setSystemTime(Date.now() + (database.takesMs ?? 0));
    return { rows: [{ database_ms, clock_ahead: database.clock_ahead }] };
  });
  const onError = vi.fn();
  const clock = createClock({ query } as unknown as Client, onError);
  return { clock, query, onError, database };
}

function started(...of: Parameters<typeof clockWith>) {
  vi.useFakeTimers();
  const made = clockWith(...of);
  onTestFinished(() => {
    made.clock.stop();
    vi.useRealTimers();
  });
  return made;
}

it.each([
  [0, null, "right"],
  [59, 59, "right"],
  [-59, -59, "right"],
  [61, null, "wrong"],
  [-3_600, 0, "wrong"],
  [0, 61, "wrong"],
  [0, -86_400, "wrong"],
] as const)("%d s from the database's and %j s from the service's is %s", async (ahead, clock_ahead, state) => {
  const { clock } = started({ ahead, clock_ahead });
  expect(clock.state()).toBe("unknown");
  expect(await clock.check()).toBe(state);
  expect(clock.state()).toBe(state);
});

it("a slow answer does not make a clock wrong", async () => {
  const { clock } = started({ ahead: 0, clock_ahead: null, takesMs: 90_000 });
  expect(await clock.check()).toBe("right");
});

it("is checked every thirty seconds, however often it is requested, and unknown without an answer", async () => {
  const { clock, query, onError, database } = started({ ahead: 0, clock_ahead: 120 });
  expect(await Promise.all([clock.check(), clock.check(), clock.check()])).toEqual(["wrong", "wrong", "wrong"]);
  expect(query).toHaveBeenCalledOnce();
  database.clock_ahead = 1;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([clock.state(), query.mock.calls.length]).toEqual(["right", 2]);
  database.away = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([clock.state(), onError.mock.calls.length]).toEqual(["unknown", 1]);
});
