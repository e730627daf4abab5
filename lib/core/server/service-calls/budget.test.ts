import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HIGHEST_PER_SECOND, LONGEST_PAUSE_SECONDS } from "#lib/core/contract/status.ts";
import { type Budget, fullBudget, LOWEST_PER_SECOND, PROBE_SECONDS, type Priority, report, take } from "./budget.ts";

const START = Date.UTC(2026, 10, 22);

/** Events of a budget: time passes, a caller takes a call, a call ends. Seconds. */
type BudgetEvent =
  | { kind: "pass"; seconds: number }
  | { kind: "take"; priority: Priority }
  | { kind: "report"; outcome: "answered" | "faulty" | "accepted" }
  | { kind: "too_many"; retryAfter: number | undefined };

const step: fc.Arbitrary<BudgetEvent> = fc.oneof(
  fc.record({ kind: fc.constant("pass" as const), seconds: fc.double({ min: -120, max: 900, noNaN: true }) }),
  fc.record({ kind: fc.constant("take" as const), priority: fc.constantFrom<Priority>("person", "background") }),
  fc.record({
    kind: fc.constant("report" as const),
    outcome: fc.constantFrom("answered" as const, "faulty" as const, "accepted" as const),
  }),
  fc.record({
    kind: fc.constant("too_many" as const),
    retryAfter: fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined }),
  }),
);
const history = fc.array(step, { maxLength: 60 });

/** The budget after all steps, and the clock at that time. */
function stateAfter(steps: readonly BudgetEvent[]): { budget: Budget; now: number } {
  let [budget, now] = [fullBudget(START), START];
  for (const next of steps) {
    if (next.kind === "pass") now += next.seconds * 1000;
    else if (next.kind === "take") ({ budget } = take(budget, next.priority, now));
    else if (next.kind === "report") budget = report(budget, next.outcome, now);
    else budget = report(budget, "too_many", now, next.retryAfter);
  }
  return { budget, now };
}

const pauseLeft = ({ budget, now }: { budget: Budget; now: number }) => {
  const taken = take(budget, "background", now);
  return taken.granted ? 0 : taken.wait_seconds;
};

/** Seconds until this number of background reads is made, all answered; `people`: users call whenever they may. */
function secondsToDrain(from: { budget: Budget; now: number }, reads: number, people: boolean): number {
  let { budget, now } = from;
  for (let left = reads; left > 0; ) {
    if (people) {
      for (let taken = take(budget, "person", now); taken.granted; taken = take(budget, "person", now)) {
        budget = report(taken.budget, "answered", now);
      }
    }
    const taken = take(budget, "background", now);
    budget = taken.granted ? report(taken.budget, "answered", now) : taken.budget;
    if (taken.granted) left -= 1;
    else now += Math.max(1, Math.min(taken.wait_seconds, 1) * 1000);
    if (now - from.now > 86_400_000) return Number.POSITIVE_INFINITY;
  }
  return (now - from.now) / 1000;
}

describe("after any history", () => {
  it("background reads are made once the service answers, even while users read all the time", () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, people) => {
        const state = stateAfter(steps);
        // Plus the wait for the first read: a clock that was set back stops refilling for at most a minute.
        expect(secondsToDrain(state, 12, people)).toBeLessThan(pauseLeft(state) + 60 + 60);
      }),
    );
  });

  it("the pace and both buckets stay within their bounds", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { budget } = stateAfter(steps);
        expect(budget.per_second).toBeGreaterThanOrEqual(LOWEST_PER_SECOND);
        expect(budget.per_second).toBeLessThanOrEqual(HIGHEST_PER_SECOND);
        expect(budget.person_tokens).toBeGreaterThanOrEqual(-1);
        expect(budget.background_tokens).toBeGreaterThanOrEqual(0);
        expect(budget.person_tokens + budget.background_tokens).toBeLessThanOrEqual(60);
      }),
    );
  });

  it("no more calls are granted than the highest pace and one burst allow", () => {
    const calls = fc.array(
      fc.record({ ms: fc.integer({ min: 0, max: 400 }), priority: fc.constantFrom<Priority>("person", "background") }),
      { minLength: 50, maxLength: 400 },
    );
    fc.assert(
      fc.property(history, calls, (steps, wanted) => {
        const from = stateAfter(steps);
        let { budget, now } = from;
        let granted = 0;
        for (const { ms, priority } of wanted) {
          now += ms;
          const taken = take(budget, priority, now);
          budget = taken.budget;
          granted += taken.granted ? 1 : 0;
        }
        // The burst, one call that users may owe, and a fraction of a token.
        expect(granted).toBeLessThanOrEqual(60 + 2 + (HIGHEST_PER_SECOND * (now - from.now)) / 1000);
      }),
    );
  });

  it("a pause grants nothing, and no 429 makes it longer than ten minutes", () => {
    fc.assert(
      fc.property(history, fc.option(fc.integer({ min: 1, max: 86_400 }), { nil: undefined }), (steps, retryAfter) => {
        const { budget, now } = stateAfter(steps);
        const pausing = report(budget, "too_many", now, retryAfter);
        for (const priority of ["person", "background"] as const) {
          const taken = take(pausing, priority, now);
          expect(taken.granted).toBe(false);
          if (taken.granted) continue;
          expect(taken.wait_seconds).toBeLessThanOrEqual(LONGEST_PAUSE_SECONDS);
        }
        // The pause ends with a probe.
        expect(take(pausing, "background", pausing.paused_until ?? 0).granted).toBe(true);
      }),
    );
  });

  it("a caller that waits as long as announced gets a call, if no other comes first", () => {
    fc.assert(
      fc.property(history, fc.constantFrom<Priority>("person", "background"), (steps, priority) => {
        let { budget, now } = stateAfter(steps);
        // After a refusal in a pause, a refusal for missing tokens may follow, and a clock that was set back stops
        // refilling.
        for (let tries = 0; tries < 4; tries++) {
          const taken = take(budget, priority, now);
          if (taken.granted) return;
          budget = taken.budget;
          now += taken.wait_seconds * 1000 + 60_001;
        }
        expect.unreachable();
      }),
    );
  });
});

describe("the pace", () => {
  const at = (per_second: number): Budget => ({ ...fullBudget(START), per_second });

  it("falls to the floor after six answers 429 with a pause between them, and recovers within a dozen answers", () => {
    let [budget, now] = [fullBudget(START), START];
    for (let count = 0; count < 6; count++) {
      budget = report(budget, "too_many", now);
      now = budget.paused_until ?? now;
    }
    expect(budget.per_second).toBe(LOWEST_PER_SECOND);
    for (let count = 0; count < 4; count++) budget = report(budget, "answered", now);
    expect(budget.per_second).toBeGreaterThan(2);
  });

  it("is halved once by parallel calls", () => {
    let budget = at(8);
    for (let count = 0; count < 4; count++) budget = report(budget, "too_many", START + count);
    expect(budget.per_second).toBe(4);
  });

  it("keeps the longest requested pause, and makes a short one without a stated time", () => {
    expect(report(at(8), "too_many", START).paused_until).toBe(START + 5_000);
    const long = report(at(8), "too_many", START, 60);
    expect(report(long, "too_many", START, 1).paused_until).toBe(START + 60_000);
  });

  it("goes down at faults, and slowly up beyond two calls a second", () => {
    expect(report(at(5), "faulty", START).per_second).toBe(4);
    expect(report(at(5), "answered", START).per_second).toBe(5.1);
    expect(report(at(10), "answered", START).per_second).toBe(10);
  });
});

it("users leave a share to the background, which also gets their unused share", () => {
  let budget = fullBudget(START);
  const granted = { person: 0, background: 0 };
  for (const priority of ["person", "background"] as const) {
    for (let taken = take(budget, priority, START); taken.granted; taken = take(budget, priority, START)) {
      budget = taken.budget;
      granted[priority] += 1;
    }
  }
  // The last call of users takes the bucket below 0.
  expect(granted).toEqual({ person: 43, background: 18 });
  // Without user reads, background reads get the whole pace once the users' bucket is full.
  const quiet = { ...fullBudget(START), background_tokens: 0 };
  const taken = take(quiet, "background", START + 1_000);
  expect(taken.budget.background_tokens).toBeCloseTo(9);
});

it("background reads keep no user waiting who reads within the users' share", () => {
  let budget = fullBudget(START);
  const granted = { person: 0, background: 0 };
  const ask = (priority: Priority, now: number) => {
    const taken = take(budget, priority, now);
    budget = taken.budget;
    if (taken.granted) granted[priority] += 1;
    return taken.granted;
  };
  for (let tenths = 0; tenths < 6_000; tenths += 1) {
    const now = START + tenths * 100;
    while (ask("background", now));
    if (tenths % 10 < 7) expect(ask("person", now)).toBe(true);
  }
  expect(granted.person).toBe(4_200);
  expect(granted.background).toBeGreaterThan(1_800);
});

describe("a refused key", () => {
  const refusedAfter = (steps: readonly BudgetEvent[]) => {
    const { budget, now } = stateAfter(steps);
    // The pause after 429 is over, also if the clock was set back in the meantime.
    const later = Math.max(now, budget.paused_until ?? now) + LONGEST_PAUSE_SECONDS * 1000;
    return { budget: report(budget, "refused", later), now: later };
  };

  it("allows one background call a minute, whatever happened before", () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 20, maxLength: 200 }),
        (before, waits) => {
          let { budget, now } = refusedAfter(before);
          const began = now;
          let calls = 0;
          for (const seconds of waits) {
            now += seconds * 1000;
            const taken = take(budget, "background", now);
            budget = taken.granted ? report(taken.budget, "refused", now) : taken.budget;
            if (taken.granted) calls += 1;
          }
          const minutes = (now - began) / 60_000;
          expect(calls).toBeLessThanOrEqual(minutes);
          // A caller tries at most half a minute after the probe is due.
          expect(calls).toBeGreaterThanOrEqual(Math.floor(minutes / 1.5));
        },
      ),
    );
  });

  it("does not delay users, and one accepted call ends the refusal at once", () => {
    fc.assert(
      fc.property(history, (before) => {
        const { budget, now } = refusedAfter(before);
        const later = now + 10_000;
        const person = take(budget, "person", later);
        expect(person.granted).toBe(true);
        expect(take(person.budget, "background", later).granted).toBe(false);
        const accepted = report(person.budget, "accepted", later);
        expect(take(accepted, "background", later).granted).toBe(true);
      }),
    );
  });

  it("stays refused, since the first refusal, until it is accepted, and changes no pace", () => {
    const outcomes = fc.array(fc.constantFrom("answered", "faulty", "too_many", "refused"), { maxLength: 20 });
    fc.assert(
      fc.property(history, outcomes, (before, then) => {
        const { budget: refused, now } = refusedAfter(before);
        let budget = refused;
        for (const [index, outcome] of then.entries()) budget = report(budget, outcome, now + index * 1000);
        expect(budget.key_refused_at).toBe(now);
        const later = now + 2 * LONGEST_PAUSE_SECONDS * 1000;
        const { budget: unchanged } = take(budget, "background", later);
        for (const outcome of ["refused", "accepted"] as const) {
          const { key_refused_at, key_probed_at, ...pace } = report(unchanged, outcome, later);
          expect(unchanged).toMatchObject(pace);
          expect(key_refused_at).toBe(outcome === "accepted" ? null : now);
        }
      }),
    );
  });

  it("is probed at most once a minute, unless the clock was set back", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -600, max: 600 }), (before, seconds) => {
        const { budget, now } = refusedAfter(before);
        const taken = take(budget, "background", now + seconds * 1000);
        expect(taken.granted).toBe(seconds < 0 || seconds >= PROBE_SECONDS);
        if (!taken.granted) expect(taken.wait_seconds).toBe(PROBE_SECONDS - seconds);
      }),
    );
  });
});
