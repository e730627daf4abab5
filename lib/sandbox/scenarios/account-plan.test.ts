import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { playAll } from "#lib/sandbox/testing/stories.ts";
import { examples } from "#tools/test/effort.ts";
import { liveScripts, SEED_SIZE, SLOT_MS, SLOTS_BEFORE_START, seedScripts } from "./account-plan.ts";
import { ORDINARY_SCENARIOS } from "./catalogue.ts";
import type { Script } from "./script.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const scripts = seedScripts("cotejo", NOW);
const states = scripts.map((script) => playAll({ ...script, steps: script.steps.filter((step) => step.at <= NOW) }));

it("holds forty verifications of the past thirty days, each with an id and a tag of its own", () => {
  expect(scripts).toHaveLength(SEED_SIZE);
  expect(new Set(scripts.map((script) => script.verification_id)).size).toBe(SEED_SIZE);
  expect(new Set(states.map(({ state }) => state.tag)).size).toBe(SEED_SIZE);
  for (const { state } of states) {
    expect(Date.parse(state.created_at)).toBeGreaterThanOrEqual(NOW - 30 * 86_400_000);
    expect(Date.parse(state.updated_at)).toBeLessThanOrEqual(NOW);
  }
});

it("shows every status and every documents_status of the interface", () => {
  expect(new Set(states.map(({ state }) => state.status))).toEqual(new Set(VERIFICATION_STATUSES));
  expect(new Set(states.map(({ state }) => state.documents_status))).toEqual(new Set(DOCUMENTS_STATUSES));
});

it("has room for every ordinary scenario", () => {
  expect(ORDINARY_SCENARIOS.size).toBeLessThanOrEqual(SEED_SIZE - 6);
});

it("begins with the most recently active", () => {
  const times = states.map(({ state }) => state.updated_at);
  expect(times).toEqual([...times].sort().reverse());
});

it("leaves some verifications with a future", () => {
  expect(scripts.filter((script) => script.steps.some((step) => step.at > NOW)).length).toBeGreaterThanOrEqual(5);
});

describe("the steady activity", () => {
  const TEN_MINUTES = 10 * 60_000;

  /** Every event of a script with the time of the step that emits it. */
  function timedEvents({ verification_id, steps }: Script): { at: number; name: string }[] {
    let emitted = 0;
    return steps.flatMap((step, index) => {
      const { events } = playAll({ verification_id, steps: steps.slice(0, index + 1) });
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
          // The margin is for late deliveries across the edge of a window.
          expect(within.length).toBeGreaterThanOrEqual(110);
          expect(new Set(within.map((event) => event.name))).toEqual(new Set(EVENT_NAMES));
        }
      }),
      { numRuns: examples(4) },
    );
  });

  it("has an event every few seconds", () => {
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
});
