import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import type { RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { POINT_ANSWERS } from "#lib/core/contract/verifications/review-codes.ts";
import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { examples } from "#tools/test/effort.ts";
import { answersOf } from "./answers.ts";
import { basisOf } from "./basis.ts";
import type { ReviewFacts } from "./facts.ts";
import { finding, item, minute, pending, person, run } from "./testing/facts.ts";

const ASKED_AT = minute(60);
const failed = item(7, { item_type: "person_id", item_error: "password_protected_pdf" });
const wrong = person(5, { outcome: "curp_format_error", people_error: "curp_format_error" });
const before = pending({
  run: run({ source: "provisional", items: [finding("high", "Falta el poder", "Poder")] }),
  items: [failed],
  people: [wrong],
});
const REQUEST: RequestPoint[] = [
  { about: "missing_field", missing_field: "Poder" },
  { about: "item", item_id: 7, item_type: "person_id", item_error: "password_protected_pdf" },
  { about: "person", people_id: 5, people_error: "curp_format_error" },
  { about: "documents" },
];
const answers = (now: Partial<ReviewFacts>, asked = before) =>
  answersOf({ since: ASKED_AT, basis: basisOf(asked), request: REQUEST }, { ...asked, ...now }).map(
    ({ answer }) => answer,
  );

describe("the points of a request to the customer", () => {
  it("are open while the facts have not changed", () => {
    expect(answers({})).toEqual(["nothing", "nothing", "nothing", "nothing"]);
  });

  it("have arrived once a document completes", () => {
    expect(answers({ items: [failed, item(8, { completed_at: minute(90), known_at: minute(90) })] })).toEqual(
      Array(4).fill("arrived"),
    );
  });

  it("stay open for a document completed before the request, however late the event arrives", () => {
    expect(answers({ items: [failed, item(8, { completed_at: minute(30), known_at: minute(90) })] })).toEqual(
      Array(4).fill("nothing"),
    );
  });

  it("resolve a missing field by a newer run without it, whatever else the run finds", () => {
    const newer = { run_id: "run-2", known_at: minute(90) };
    const items = [finding("low", "Domicilio incompleto")];
    expect(answers({ run: run({ ...newer, items }) })[0]).toBe("resolved");
    expect(answers({ run: run({ ...newer, items: [...items, finding("low", "Otra vez", " PODER ")] }) })[0]).toBe(
      "arrived",
    );
  });

  it("are not resolved by a run known before the request, or by a copy of it", () => {
    expect(answers({ run: run({ run_id: "run-0", known_at: minute(30), items: [] }) })[0]).toBe("nothing");
    expect(answers({ run: run({ known_at: minute(90), items: [] }) })[0]).toBe("arrived");
  });

  it("resolve a document that needs no attention any more; one with another error has arrived", () => {
    expect(answers({ items: [item(7, { item_type: "person_id" })] })[1]).toBe("resolved");
    expect(answers({ items: [item(7, { item_type: "person_id", item_error: "pdf_slice_failed" })] })[1]).toBe(
      "arrived",
    );
  });

  it("resolve a person who was found; another CURP, another outcome or a new person has arrived", () => {
    const of = (...people: ReviewFacts["people"] & object) => answers({ people })[2];
    expect(of(person(5))).toBe("resolved");
    expect(of({ ...wrong, curp_hash: "other" })).toBe("arrived");
    expect(of(person(5, { outcome: "failed" }))).toBe("arrived");
    expect(of(wrong, person(6))).toBe("arrived");
    expect(answers({ people: null })[2]).toBe("nothing");
  });

  it("show documents as arrived when their status rises, and as resolved when it is complete", () => {
    expect(answers({ documents_status: "pending_external" })[3]).toBe("arrived");
    expect(answers({ documents_status: "full_upload" })[3]).toBe("resolved");
    expect(answers({ documents_status: "pending_upload" })[3]).toBe("nothing");
  });
});

const instant = fc.integer({ min: 0, max: 200 }).map(minute);
const later = fc
  .record({
    documents_status: fc.constantFrom(null, ...DOCUMENTS_STATUSES),
    items: fc.uniqueArray(
      fc
        .record({
          id: fc.integer({ min: 6, max: 9 }),
          item_error: fc.constantFrom(null, "password_protected_pdf", "other"),
          completed_at: fc.option(instant, { nil: null }),
        })
        .map(({ id, ...more }) => item(id, { item_type: "person_id", ...more })),
      { selector: ({ item_id }) => item_id },
    ),
    people: fc.option(
      fc.uniqueArray(
        fc
          .tuple(fc.integer({ min: 4, max: 6 }), fc.constantFrom(...PEOPLE_OUTCOMES))
          .map(([id, outcome]) => person(id, { outcome })),
        { selector: ({ people_id }) => people_id },
      ),
      { nil: null },
    ),
    run: fc.option(
      fc
        .record({
          run_id: fc.constantFrom("run-1", "run-2"),
          known_at: instant,
          items: fc.subarray([finding("high", "Falta el poder", "Poder"), finding("low", "Domicilio incompleto")]),
        })
        .map(run),
      { nil: null },
    ),
  })
  .map((more): ReviewFacts => ({ ...before, ...more }));

it("do not depend on the order of facts, and never get worse when a document arrives", () => {
  const any = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length });
  const both = later.chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.record({
        items: any(facts.items),
        people: facts.people ? any(facts.people) : fc.constant(null),
        run: facts.run ? any(facts.run.items).map((items) => facts.run && { ...facts.run, items }) : fc.constant(null),
      }),
    ),
  );
  fc.assert(
    fc.property(both, ([facts, shuffled]) => {
      const said = answers(facts);
      expect(answers({ ...facts, ...shuffled })).toEqual(said);
      const arriving = item(10, { completed_at: minute(120), known_at: minute(120) });
      answers({ ...facts, items: [...facts.items, arriving] }).forEach((answer, place) => {
        expect(answer).toBe(said[place] === "resolved" ? "resolved" : "arrived");
      });
      expect(said.every((answer) => POINT_ANSWERS.includes(answer))).toBe(true);
    }),
    { numRuns: examples(200) },
  );
});
