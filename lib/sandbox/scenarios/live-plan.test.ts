import fc from "fast-check";
import { expect, it } from "vitest";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { examples } from "#test/effort.ts";
import { liveScripts, SLOT_MS, SLOTS_BEFORE_START } from "./account-plan.ts";
import { playAll, type Script } from "./script.ts";

const TEN_MINUTES = 10 * 60_000;
const IDENTITY = { account_id: "acc_test", account_name: "Prueba, S.A. de C.V." };

/** Every event of a script with the time of the step that emits it. */
function timedEvents({ verification_id, steps }: Script): { at: number; name: string }[] {
  let emitted = 0;
  return steps.flatMap((step, index) => {
    const { events } = playAll({ ...IDENTITY, verification_id }, steps.slice(0, index + 1));
    const fresh = events.slice(emitted);
    emitted = events.length;
    return fresh.map((event) => ({ at: step.at, name: event.event_name }));
  });
}

it("holds at least a hundred events of all eleven kinds in any ten minutes", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 2_000 }), (seed, first) => {
      const from = first - SLOTS_BEFORE_START - 4;
      const slots = Array.from({ length: 24 }, (_, index) => from + index).filter(
        (slot) => slot >= -SLOTS_BEFORE_START,
      );
      const events = slots
        .flatMap((slot) => liveScripts(seed, slot, 0, 1))
        .flatMap(timedEvents)
        .sort((a, b) => a.at - b.at);
      const start = first * SLOT_MS;
      for (let window = start; window < start + 3 * SLOT_MS; window += 5_000) {
        const within = events.filter((event) => event.at >= window && event.at < window + TEN_MINUTES);
        // The margin is for deliveries that come late across a window's edge.
        expect(within.length).toBeGreaterThanOrEqual(110);
        expect(new Set(within.map((event) => event.name))).toEqual(new Set(EVENT_NAMES));
      }
    }),
    { numRuns: examples(4) },
  );
});

it("lets something happen every few seconds", () => {
  const times = Array.from({ length: 30 }, (_, index) => index - SLOTS_BEFORE_START)
    .flatMap((slot) => liveScripts("seed", slot, 0, 1))
    .flatMap((script) => script.steps.map((step) => step.at))
    .filter((at) => at >= 0 && at < 20 * SLOT_MS)
    .sort((a, b) => a - b);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(60_000);
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(6_000);
});

it("keeps a day's number of new verifications plausible, with a tag each", () => {
  const day = Array.from({ length: 240 }, (_, slot) => liveScripts("seed", slot, 0, 1)).flat();
  expect(day.length).toBeLessThanOrEqual(300);
  const tags = day.map((script) => script.steps[0]?.change.kind === "created" && script.steps[0].change.tag);
  expect(tags).toEqual(Array.from({ length: day.length }, (_, index) => `EXP-${2041 + index}`));
  expect(new Set(day.map((script) => script.verification_id)).size).toBe(day.length);
});

it("divides every wait by the pace", () => {
  const spread = (pace: number) => {
    const steps = liveScripts("seed", 3, 0, pace)[0]?.steps ?? [];
    return (steps.at(-1)?.at ?? 0) - (steps[0]?.at ?? 0);
  };
  expect(spread(1) / spread(100)).toBeCloseTo(100, 0);
});
