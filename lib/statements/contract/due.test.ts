import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "#lib/platform/contract/time.ts";
import { dueCauses, mergedCauses, relationOf } from "./due.ts";
import type { DatesPolicy, DocumentKind, YearlyCheck } from "./policy-input.ts";
import type { DatedDocument, Relation, Statement } from "./statement.ts";

const ZONE = "America/Mexico_City";
const YEARLY: YearlyCheck = { months: 12, ahead_days: 0 };
const BY = { stated_at: "2026-11-30T18:00:00.000000Z", user_id: "u1", user_name: "Ana", source: null };
const relation = (statement_id: number, since: string, until: string | null = null): Statement => ({
  ...BY,
  ...{ statement_id, kind: "relation", since, until },
});
const check = (statement_id: number, more: Partial<Extract<Statement, { kind: "yearly_check" }>> = {}): Statement => ({
  ...BY,
  ...{ statement_id, kind: "yearly_check", outcome: "complete" },
  ...more,
});
const ofRelation = (
  statements: Statement[],
  accepted_at: string | null = null,
  yearly_check: YearlyCheck | null = YEARLY,
) => relationOf(statements, { yearly_check }, accepted_at, ZONE);

describe("the relationship", () => {
  it("is what somebody stated, never what follows from a decision", () => {
    expect(ofRelation([], "2026-01-10T18:00:00.000000Z")).toBeNull();
    expect(ofRelation([relation(1, "2023-03-14")], null, null)).toEqual({
      ...{ since: "2023-03-14", until: null, checked_at: null, next_check_on: null, unchecked_since: "2023-03-14" },
    });
  });

  it("is checked after the last check, else after the acceptance, else after its beginning", () => {
    const begun = [relation(1, "2023-03-14")];
    expect(ofRelation(begun)?.next_check_on).toBe("2024-03-14");
    // An evening in Mexico is the next day in UTC.
    const accepted = "2026-01-11T02:00:00.000000Z";
    expect(ofRelation(begun, accepted)?.next_check_on).toBe("2027-01-10");
    expect(ofRelation([...begun, check(2)], accepted)?.next_check_on).toBe("2027-11-30");
    const elsewhere = ofRelation([...begun, check(2, { checked_on: "2025-12-02" })], accepted);
    expect(elsewhere).toMatchObject({ checked_at: "2025-12-02T06:00:00.000000Z", next_check_on: "2026-12-02" });
    const unchecked = [ofRelation(begun), ofRelation(begun, accepted), elsewhere].map((one) => one?.unchecked_since);
    expect(unchecked).toEqual(["2023-03-14", "2026-01-10", "2025-12-02"]);
  });

  it("keeps its day while the customer is asked, and has none after its end", () => {
    const begun = [relation(1, "2023-03-14"), check(2, { checked_on: "2025-12-02" })];
    expect(ofRelation([...begun, check(3, { outcome: "pending" })])?.next_check_on).toBe("2026-12-02");
    const ended = ofRelation([...begun, relation(4, "2023-03-14", "2026-11-30")]);
    expect(ended).toMatchObject({ next_check_on: null, unchecked_since: null });
  });
});

const INE: DocumentKind = { key: "ine", en: "INE", es: "INE", per: "person", warn_days: 30, counts: "always" };
const PROOF: DocumentKind = {
  key: "proof",
  en: "Proof",
  es: "Comprobante",
  per: "file",
  max_age_months: 3,
  counts: "decision",
};
const dated = (more: Partial<DatedDocument> = {}): DatedDocument => ({
  ...{ document_kind: "ine", people_id: 1, item_id: null, issued_on: null, expires_on: "2026-12-12", no_expiry: false },
  ...{ seen_on: null, issued_by: null, newer_item: null, statement: null },
  ...more,
});
const POLICY: DatesPolicy = { documents: [INE, PROOF], yearly_check: YEARLY };
const IN_RELATION: Relation = { since: "2023-03-14", until: null, checked_at: null, next_check_on: null };
const causes = (documents: DatedDocument[], more: Partial<Parameters<typeof dueCauses>[0]> = {}, policy = POLICY) =>
  dueCauses({ verification_id: "ver_1", documents, relation: null, accepted: true, review_on: null, ...more }, policy);

describe("the causes of the lane", () => {
  it("are dates that count always, from the day of their warning", () => {
    const proof = dated({ document_kind: "proof", people_id: null, issued_on: "2026-01-01", expires_on: null });
    expect(causes([proof, dated()])).toEqual([
      {
        cause: "document",
        name: { en: "INE", es: "INE" },
        document_kind: "ine",
        people_id: 1,
        due_on: "2026-12-12",
        from_on: "2026-11-12",
        backlog: false,
      },
    ]);
    const always = { ...POLICY, documents: [{ ...PROOF, counts: "always" as const }] };
    expect(causes([proof], {}, always)).toMatchObject([{ due_on: "2026-04-01", from_on: "2026-04-02" }]);
  });

  it("are those of customers alone: accepted, or in a relationship that goes on", () => {
    const has = (more: Partial<Parameters<typeof dueCauses>[0]>) => causes([dated()], more).length > 0;
    expect(has({ accepted: false })).toBe(false);
    expect(has({ accepted: false, relation: IN_RELATION })).toBe(true);
    expect(has({ accepted: true, relation: { ...IN_RELATION, until: "2026-11-01" } })).toBe(false);
  });

  it("spread what was late at the start over the weeks of the rule, apart from lateness", () => {
    const late = (backlog_weeks: number, id: string) =>
      causes(
        [dated({ expires_on: "2026-01-01" })],
        { verification_id: id },
        {
          ...POLICY,
          documents: [{ ...INE, first_day: "2026-11-30", backlog_weeks }],
        },
      )[0];
    expect(late(0, "ver_1")).toMatchObject({ due_on: "2026-11-30", from_on: "2026-11-30", backlog: true });
    const days = Array.from({ length: 400 }, (_, n) => late(4, `ver_${n}`)?.due_on ?? "");
    expect(Math.max(...days.map((day) => Date.parse(day)))).toBeLessThan(Date.parse(dayAfter("2026-11-30", 28)));
    expect(new Set(days).size).toBe(28);
  });

  it("have the day of a periodic review of an accepted file", () => {
    expect(causes([], { review_on: "2027-05-24" })).toMatchObject([{ cause: "periodic", from_on: "2027-05-24" }]);
    expect(causes([], { review_on: "2027-05-24", accepted: false, relation: IN_RELATION })).toEqual([]);
  });

  it("make checks due at a place of its own for each file within the days ahead", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 180 }), (verification_id, ahead_days) => {
        const policy = { documents: [], yearly_check: { months: 12, ahead_days } };
        const [cause] = causes(
          [],
          { verification_id, relation: { ...IN_RELATION, next_check_on: "2026-12-02" } },
          policy,
        );
        expect(cause).toMatchObject({ cause: "check", due_on: "2026-12-02" });
        expect((cause?.from_on ?? "") <= "2026-12-02").toBe(true);
        expect((cause?.from_on ?? "") >= dayAfter("2026-12-02", -ahead_days)).toBe(true);
      }),
    );
  });

  it("are dealt with together within thirty days of the first", () => {
    const known = causes([
      dated(),
      dated({ people_id: 2, expires_on: "2027-01-11" }),
      dated({ people_id: 3, expires_on: "2027-01-12" }),
    ]);
    expect(mergedCauses(known).map(({ people_id }) => people_id)).toEqual([1, 2]);
  });
});
