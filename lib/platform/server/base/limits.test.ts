import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { examples, SEED } from "#tools/test/effort.ts";
import { createCallLimit, createTurns } from "./limits.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const USUAL = { perUser: 2, maxWaiting: 30, timeoutMs: 1_000 };
/** Runs all pending work that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Turns granted once a second, and the users who got them. */
function paced(options = {}) {
  const got: string[] = [];
  let granted = 0;
  const grant = async () => {
    const second = Math.floor(Date.now() / 1_000);
    if (granted >= second) return 1 - (Date.now() % 1_000) / 1_000;
    granted = second;
    return 0;
  };
  vi.setSystemTime(0);
  const take = createTurns({ ...USUAL, timeoutMs: 60_000, grant, ...options });
  const call = async (user: string) => {
    const end = await take(user);
    got.push(user);
    end();
  };
  return { got, call };
}

it("continues with the latest caller when the others have had their turn", async () => {
  const { got, call } = paced();
  for (let count = 0; count < 24; count += 1) void call("beto");
  await vi.advanceTimersByTimeAsync(3_000);
  void call("ana");
  void call("ana");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(got).toEqual(["beto", "beto", "beto", "ana", "beto", "ana", "beto"]);
});

it("prefers the caller with fewest running calls, and gives none more than its share", async () => {
  const take = createTurns(USUAL);
  const got: string[] = [];
  const ends: (() => void)[] = [];
  const want = (user: string) =>
    void take(user).then((end) => {
      got.push(user);
      ends.push(end);
    });
  for (const user of ["beto", "beto", "beto", "ana"]) want(user);
  await settle();
  expect(got.toSorted()).toEqual(["ana", "beto", "beto"]);
  ends[0]?.();
  // Ending a turn twice ends no other turn.
  ends[0]?.();
  await settle();
  expect(got).toHaveLength(4);
  want("beto");
  await settle();
  expect(got).toHaveLength(4);
});

it("refuses a caller who has waited too long, for an own turn or for a late grant", async () => {
  const take = createTurns(USUAL);
  await take("ana");
  await take("ana");
  const third = expect(take("ana")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", status: 429, retryAfter: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  await third;

  const refused = (seconds: number) => Object.assign(new Error("later") as never, { seconds });
  const paused = createTurns({ ...USUAL, grant: async () => 5, refused });
  await expect(paused("ana")).rejects.toMatchObject({ message: "later", seconds: 5 });
});

it("lets a limited number of calls wait per user, at no cost to other users", async () => {
  const take = createTurns({ ...USUAL, maxWaiting: 3 });
  const all = Array.from({ length: 8 }, () => take("beto"));
  const outcomes = Promise.allSettled(all);
  await settle();
  await take("ana");
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await outcomes).filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

it("keeps all bounds, leaves no turn unused, and serves a single call before the third of any other user", async () => {
  const step = fc.oneof(fc.record({ user: fc.integer({ min: 0, max: 5 }) }), fc.record({ ended: fc.nat({ max: 20 }) }));
  const bounds = fc.record({ perUser: fc.integer({ min: 1, max: 3 }), inTotal: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(step, { maxLength: 80 }), async ({ perUser, inTotal }, steps) => {
      const take = createTurns({ perUser, inTotal, maxWaiting: 100, timeoutMs: 60_000 });
      type Call = { user: number; end?: () => void; others: Map<number, number> };
      const waiting = new Set<Call>();
      const running: Call[] = [];
      const runningOf = (user: number) => running.filter((call) => call.user === user).length;
      const settled = async () => {
        for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
        expect(running.length).toBeLessThanOrEqual(inTotal);
        for (const call of running) expect(runningOf(call.user)).toBeLessThanOrEqual(perUser);
        const able = [...waiting].some(({ user }) => runningOf(user) < perUser);
        expect(able && running.length < inTotal).toBe(false);
      };
      for (const one of steps) {
        if ("user" in one) {
          const call: Call = { user: one.user, others: new Map() };
          // Only the first call of a user who has none under way is served before further calls of others.
          const isSingle = runningOf(call.user) === 0 && ![...waiting].some(({ user }) => user === call.user);
          waiting.add(call);
          void take(String(call.user)).then((end) => {
            call.end = end;
            waiting.delete(call);
            running.push(call);
            if (isSingle) expect(Math.max(0, ...call.others.values())).toBeLessThan(3);
            for (const other of waiting) other.others.set(call.user, (other.others.get(call.user) ?? 0) + 1);
          });
        } else running.splice(one.ended % Math.max(1, running.length), 1)[0]?.end?.();
        await settled();
      }
      while (running.length > 0) {
        running.shift()?.end?.();
        await settled();
      }
      expect(waiting.size).toBe(0);
    }),
    { numRuns: examples(200), seed: SEED },
  );
});

it("serves a user's second call although new users keep arriving", async () => {
  const take = createTurns({ ...USUAL, inTotal: 1, maxWaiting: 100 });
  const got: string[] = [];
  const call = async (user: string) => {
    const end = await take(user);
    got.push(user);
    await Promise.resolve();
    // Before each end another user has come.
    if (got.length < 40) void call(`new ${got.length}`);
    end();
  };
  for (const user of ["ana", "ana", "first"]) void call(user);
  await settle();
  expect(got).toHaveLength(42);
  expect(got.lastIndexOf("ana")).toBeLessThan(6);
});

it("passes on a failing grant, and continues with the next", async () => {
  let fails = true;
  const take = createTurns({
    ...USUAL,
    grant: async () => {
      if (fails) throw new Error("the database is away");
      return 0;
    },
  });
  await expect(take("ana")).rejects.toThrow("the database is away");
  fails = false;
  await take("ana");
});

it("allows a number of calls in a window of seconds, for each caller", () => {
  let time = 0;
  const call = createCallLimit({ calls: 2, seconds: 10 }, () => time);
  call("ana");
  time = 4_000;
  call("ana");
  expect(() => call("ana")).toThrow(
    expect.objectContaining({ status: 429, code: "TOO_MANY_REQUESTS", retryable: true, retryAfter: 6 }),
  );
  call("beto");
  time = 9_999;
  expect(() => call("ana")).toThrow(expect.objectContaining({ retryAfter: 1 }));
  time = 10_000;
  call("ana");
});

it("limits all callers together, and counts one caller's excess against that caller only", () => {
  let time = 0;
  const call = createCallLimit({ calls: 2, seconds: 10, inTotal: 3 }, () => time);
  for (const caller of ["ana", "ana"]) call(caller);
  expect(() => call("ana")).toThrow();
  call("beto");
  expect(() => call("carla")).toThrow(expect.objectContaining({ status: 429, retryAfter: 10 }));
  time = 10_000;
  call("carla");
});

it("counts repeated calls of a caller within a window once", () => {
  let time = 0;
  const call = createCallLimit({ calls: 2, seconds: 10 }, () => time);
  for (const about of ["a", "b", "a", "b"]) call("ana", about);
  expect(() => call("ana", "c")).toThrow(expect.objectContaining({ status: 429, retryAfter: 10 }));
  call("ana", "a");
  call("beto", "c");
  time = 10_000;
  for (const about of ["c", "a"]) call("ana", about);
  expect(() => call("ana", "b")).toThrow();
});

it("holds while thousands of callers call", () => {
  let time = 0;
  const call = createCallLimit({ calls: 1, seconds: 10 }, () => time);
  call("ana");
  for (let each = 0; each < 5_000; each += 1) call(`caller ${each}`);
  expect(() => call("ana")).toThrow();
  time = 10_001;
  for (let each = 0; each < 5_000; each += 1) call(`caller ${each}`);
});
