import fc from "fast-check";
import { expect, it } from "vitest";
import { CURP_LOOKUP_ERRORS, PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { addMs } from "#lib/platform/contract/time.ts";
import { examples } from "#tools/test/effort.ts";
import { basisOf } from "./basis.ts";
import { differencesFrom } from "./changes.ts";
import { changed, ratified } from "./commands.ts";
import { evaluate } from "./evaluate.ts";
import { exceptionsOf } from "./exceptions.ts";
import type { ReviewFacts } from "./facts.ts";
import { type LookupStatement, standingLookup } from "./lookups.ts";
import { reasonsOf } from "./reasons.ts";
import { day, facts, item, minute, POLICY, person, run, START, standing } from "./testing/facts.ts";
import { applyEvaluation, NO_REVIEW, type StoredReview } from "./transitions.ts";

/** Independent of the order of facts, for any facts. */

const WATCHING = { ...POLICY, watched_labels: ["pep"] };
const END = day(30);

const instant = fc.integer({ min: 0, max: 10 * 24 * 60 }).map(minute);
const maybe = fc.option(instant, { nil: null });
const finding = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  message: fc.constantFrom("Poder sin fecha", "Domicilio incompleto", "RFC distinto"),
  missing_field: fc.constantFrom(null, "poder", "acta"),
});
const aRun = fc
  .record({
    run_id: fc.constantFrom("run-1", "run-2", "run-3"),
    source: fc.constantFrom("final", "provisional", null),
    computed_at: instant,
    before_reopening: fc.boolean(),
    items: fc.array(finding, { maxLength: 4 }),
    known_at: instant,
  })
  // A run has its own id and time.
  .map((one) => run({ ...one, run_id: `${one.run_id}-${one.computed_at}-${JSON.stringify(one.items)}` }));
const anItem = fc
  .record({
    item_id: fc.integer({ min: 1, max: 4 }),
    item_type: fc.constantFrom("csf_mx", "ac_mx", "unknown", "corrupted_file", null),
    item_error: fc.constantFrom(null, "pdf_slice_failed", "other"),
    completed_at: maybe,
    known_at: instant,
  })
  .map(({ item_id, ...more }) => item(item_id, more));
const aPerson = fc
  .record({
    people_id: fc.integer({ min: 1, max: 4 }),
    outcome: fc.constantFrom(...PEOPLE_OUTCOMES),
    since: instant,
    curp_hash: fc.constantFrom("a", "b", null),
  })
  .map(({ people_id, ...more }) => person(people_id, more));
const someFacts: fc.Arbitrary<ReviewFacts> = fc
  .record({
    status: fc.constantFrom(...VERIFICATION_STATUSES),
    status_at: instant,
    status_confirmed_at: maybe,
    documents_status: fc.constantFrom(...DOCUMENTS_STATUSES, null),
    documents_status_at: instant,
    run: fc.option(aRun, { nil: null }),
    items: fc.uniqueArray(anItem, { maxLength: 4, selector: ({ item_id }) => item_id }),
    people: fc.option(fc.uniqueArray(aPerson, { maxLength: 4, selector: ({ people_id }) => people_id }), { nil: null }),
    labels: fc.subarray(["pep", "vip"]),
    reopened_at: maybe,
    last_fact_at: instant,
    events_at: fc.uniqueArray(instant, { maxLength: 6 }),
    read_at: maybe,
  })
  .map((more) => facts({ ...more, first_complete_at: START }));

/** The same facts in another order. */
const shuffled = (of: ReviewFacts): fc.Arbitrary<ReviewFacts> => {
  const any = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length });
  return fc
    .record({
      items: any(of.items),
      people: of.people ? any(of.people) : fc.constant(null),
      labels: any(of.labels),
      events_at: any(of.events_at),
      findings: any(of.run?.items ?? []),
    })
    .map(({ findings, ...more }) => ({ ...of, ...more, run: of.run && { ...of.run, items: findings } }));
};

const resolution = fc.constantFrom(...RESOLUTIONS);
const runs = { numRuns: examples(150) };
const decidedOn = (of: ReviewFacts, as: (typeof RESOLUTIONS)[number]) => ({
  resolution: as,
  at: day(5),
  by: "ana",
  basis: basisOf(of),
  differs_since: null,
});
const move = (review: StoredReview, of: ReviewFacts, at = END) =>
  applyEvaluation(review, evaluate(of, review, WATCHING, at), WATCHING, at);

it("returns the same result for the same facts in any order", () => {
  const both = fc
    .tuple(someFacts, someFacts, resolution)
    .chain(([before, after, as]) => fc.tuple(fc.constant({ before, after, as }), shuffled(before), shuffled(after)));
  fc.assert(
    fc.property(both, ([{ before, after, as }, otherBefore, otherAfter]) => {
      expect(canonicalJson(basisOf(otherBefore))).toBe(canonicalJson(basisOf(before)));
      for (const [one, other] of [
        [standing(), standing()],
        [standing({ decision: decidedOn(before, as) }), standing({ decision: decidedOn(otherBefore, as) })],
      ] as const) {
        expect(evaluate(otherAfter, other, WATCHING, END)).toEqual(evaluate(after, one, WATCHING, END));
      }
    }),
    runs,
  );
});

/** The exceptions that name a reason of the queue; one of them is enough. */
const NAMED_BY = {
  item: ["failed_item"],
  person: ["person_unresolved"],
  status_error: ["status_not_finished"],
  stalled_customer: ["documents_incomplete", "run_not_final", "run_unknown"],
  stalled_service: ["status_not_finished", "run_not_final", "run_unknown"],
} as const;

it("asks for a reason to accept a file that the queue has for a problem, and names that problem", () => {
  const seen = new Set<string>();
  const someHandled = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 });
  const status = fc.constantFrom(...VERIFICATION_STATUSES, null, "archived");
  // A file stalls after days, by a read after them: among earlier times alone one example in a hundred has a stall.
  const late = fc.oneof(instant, fc.constant(END));
  fc.assert(
    fc.property(someFacts, status, someHandled, fc.boolean(), late, late, (of, status, ids, by_hand, read_at, now) => {
      const known = { ...of, status, first_complete_at: null, read_at };
      const handled = known.items.filter(({ item_id }) => ids.includes(item_id));
      const exceptions = exceptionsOf(known, { handled, policy: POLICY, now });
      for (const { reason, from } of reasonsOf(known, { wait: null, handled, by_hand }, POLICY)) {
        if (from > now || !(reason in NAMED_BY)) continue;
        seen.add(reason);
        const named: readonly string[] = NAMED_BY[reason as keyof typeof NAMED_BY];
        expect(exceptions.filter((exception) => named.includes(exception))).not.toEqual([]);
        const outcome = changed(
          { ...NO_REVIEW, state: "open", handled, by_hand },
          { state: "resolved", resolution: "accepted" },
          { facts: known, policy: POLICY, user_id: "ana", now },
        );
        expect(outcome).toEqual({ refused: "REASON_REQUIRED" });
      }
    }),
    { numRuns: examples(400) },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(NAMED_BY).toSorted());
});

it("finds no difference from an equal basis, whenever the decision was made", () => {
  fc.assert(
    fc.property(someFacts, resolution, instant, (of, as, at) => {
      expect(differencesFrom({ ...decidedOn(of, as), at }, of, WATCHING)).toEqual([]);
    }),
    runs,
  );
});

it("finds no difference in facts that are no longer known", () => {
  const nothing = { run: null, items: [], people: null, documents_status: null, status: null, reopened_at: null };
  fc.assert(
    fc.property(someFacts, resolution, (of, as) => {
      expect(differencesFrom(decidedOn(of, as), { ...of, ...nothing }, WATCHING)).toEqual([]);
    }),
    runs,
  );
});

it("checks first whether only wording differs", () => {
  fc.assert(
    fc.property(fc.array(finding), fc.array(fc.string()), (findings, words) => {
      const before = facts({ run: run({ items: findings }) });
      const items = findings.map((one, i) => ({ ...one, message: words[i] ?? one.message }));
      const after = facts({ run: run({ run_id: "run-2", computed_at: minute(1), items }) });
      const kinds = new Set(differencesFrom(decidedOn(before, "rejected"), after, POLICY).map(({ kind }) => kind));
      expect([...kinds]).toHaveLength(1);
      expect(["wording", "run_confirmed"]).toContain([...kinds][0]);
    }),
    runs,
  );
});

it("settles every reason by a decision, and every difference by a ratification", () => {
  fc.assert(
    fc.property(someFacts, someFacts, resolution, (before, after, as) => {
      const decision = decidedOn(before, as);
      const decided = { ...NO_REVIEW, state: "resolved", resolution: as, decision, by_hand: true } as const;
      expect(evaluate(before, decided, WATCHING, END).reasons).toEqual([]);
      const { review } = move(decided, after);
      const outcome = ratified(review, { facts: after, policy: WATCHING, user_id: "ben", now: END }, "Aclarado");
      if ("refused" in outcome) {
        expect(differencesFrom(decision, after, WATCHING)).toEqual([]);
        return;
      }
      expect(evaluate(after, outcome.review, WATCHING, END)).toMatchObject({ reasons: [], differences: [] });
      expect(move(outcome.review, after)).toMatchObject({ review: { state: "resolved", resolution: as }, entry: null });
    }),
    runs,
  );
});

it("reaches a stable state, the same after any evaluations before", () => {
  fc.assert(
    fc.property(
      someFacts,
      fc.array(someFacts, { maxLength: 4 }),
      fc.option(resolution),
      someFacts,
      (of, way, as, on) => {
        const start = as
          ? { ...NO_REVIEW, state: "resolved" as const, resolution: as, decision: decidedOn(on, as), by_hand: true }
          : NO_REVIEW;
        const passed = way.reduce<StoredReview>((review, seen) => move(review, seen).review, start);
        // After every time at which a difference could be queued.
        const [direct, last] = [start, passed].map((from) => move(move(from, of).review, of, day(60)).review);
        expect([last?.state, last?.resolution, last?.reasons]).toEqual([
          direct?.state,
          direct?.resolution,
          direct?.reasons,
        ]);
        for (const at of [END, day(60)]) {
          const { review } = move(passed, of, at);
          expect(move(review, of, at)).toMatchObject({ review, entry: null });
        }
      },
    ),
    runs,
  );
});

it("keeps the time of a reason that still holds, whatever event comes after", () => {
  fc.assert(
    fc.property(someFacts, instant, (of, at) => {
      const holding = ({ reasons }: ReturnType<typeof evaluate>) => reasons.filter(({ from }) => from < at);
      const more = { ...of, events_at: [...of.events_at, at] };
      expect(holding(evaluate(more, standing(), POLICY, END))).toEqual(holding(evaluate(of, standing(), POLICY, END)));
    }),
    runs,
  );
});

it("gives one result for lookups in any order, and does not count a temporary failure", () => {
  const outcome = fc.constantFrom<LookupStatement["outcome"]>(...PEOPLE_OUTCOMES, "ended");
  const statement = fc.record({ outcome, people_error: fc.constantFrom(null, ...CURP_LOOKUP_ERRORS), at: instant });
  const both = fc
    .array(statement, { minLength: 1, maxLength: 6 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(both, ([statements, others]) => {
      const lookup = standingLookup(statements);
      expect(standingLookup(others)).toEqual(lookup);
      const down = { outcome: "curp_service_unavailable", people_error: null, at: addMs(END, 1) } as const;
      const known = lookup?.outcome === "found" || lookup?.outcome === "curp_format_error";
      if (known) expect(standingLookup([...statements, down])).toEqual(lookup);
    }),
    runs,
  );
});
