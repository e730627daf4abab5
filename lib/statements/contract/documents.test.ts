import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, dayAfter } from "#lib/platform/contract/time.ts";
import { documentsOf, documentsOn, stateOn, statesOf, worstDocuments } from "./documents.ts";
import type { DocumentKind } from "./policy-input.ts";
import { type DatedDocument, DOCUMENT_STATES, type Statement } from "./statement.ts";

const ZONE = "America/Mexico_City";
const kind = (more: Partial<DocumentKind> = {}): DocumentKind => ({
  ...{ key: "proof", en: "Proof of address", es: "Comprobante de domicilio", per: "file", counts: "decision" },
  ...more,
});
type Dates = Extract<Statement, { kind: "document_dates" }>;
const stated = (statement_id: number, more: Partial<Dates> = {}): Dates => ({
  ...{ statement_id, stated_at: "2026-10-14T18:00:00.000000Z", user_id: "u1", user_name: "Ana", source: null },
  ...{ kind: "document_dates", document_kind: "proof" },
  ...more,
});
const item = (item_id: number, completed_at: string | null, item_type: string | null = "proof_of_address") => ({
  ...{ item_id, completed_at, item_type },
});
const NO_FILE = { items: [], people: [] };
const documentOf = (more: Partial<Dates> = {}, file: Parameters<typeof documentsOf>[2] = NO_FILE): DatedDocument =>
  documentsOf([kind()], [stated(1, more)], file, ZONE)[0] as DatedDocument;

describe("the documents of a file", () => {
  it("are those of the policy, unknown without a statement", () => {
    const [document, ...others] = documentsOf([kind()], [stated(1, { document_kind: "gone" })], NO_FILE, ZONE);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ document_kind: "proof", people_id: null, issued_on: null, statement: null });
    expect(stateOn(document as DatedDocument, kind({ max_age_months: 3 }), "2026-11-30")).toBe("unknown");
  });

  it("take the newest statement about a subject, in any order", () => {
    const statements = [stated(1, { issued_on: "2026-01-01" }), stated(3, { issued_on: "2026-03-01" }), stated(2)];
    const orders = fc.shuffledSubarray(statements, { minLength: 3 });
    fc.assert(
      fc.property(orders, (given) => {
        expect(documentsOf([kind()], given, NO_FILE, ZONE)[0]).toMatchObject({ issued_on: "2026-03-01" });
      }),
    );
  });

  it("are one for each person, also of those who left, and unknown while the people are", () => {
    const ine = kind({ key: "ine", per: "person" });
    const about = stated(1, { document_kind: "ine", people_id: 9 });
    const people = [{ people_id: 2 }, { people_id: 1 }];
    const ids = (documents: DatedDocument[]) => documents.map(({ people_id }) => people_id);
    expect(ids(documentsOf([ine], [about], { items: [], people }, ZONE))).toEqual([1, 2, 9]);
    expect(ids(documentsOf([ine], [], { items: [], people: null }, ZONE))).toEqual([null]);
    expect(ids(documentsOf([ine], [], { items: [], people: [] }, ZONE))).toEqual([]);
  });

  it("offer a newer item of the same type until it is named or refused", () => {
    const items = [item(7, "2026-08-04T18:00:00.000000Z"), item(9, "2026-11-28T18:00:00.000000Z")];
    const file = { items, people: [] };
    expect(documentOf({ item_id: 7 }, file).newer_item).toBe(9);
    expect(documentOf({ item_id: 9 }, file).newer_item).toBeNull();
    expect(documentOf({ item_id: 7, not_replaced_by: [9] }, file).newer_item).toBeNull();
    const untyped = items.map((one) => ({ ...one, item_type: null }));
    expect(documentOf({ item_id: 7 }, { items: untyped, people: [] }).newer_item).toBeNull();
  });
});

describe("the state of a document", () => {
  const limits = kind({ max_age_months: 3, warn_days: 30 });

  it("counts whole months from the issue, to the last day of a shorter month", () => {
    const document = documentOf({ issued_on: "2026-11-30", no_expiry: true });
    expect(stateOn(document, limits, "2027-02-28")).toBe("valid");
    expect(stateOn(document, limits, "2027-03-01")).toBe("too_old");
  });

  it("is too old by the arrival of its item, and never valid by it", () => {
    // The evening of 3 August in Mexico is 4 August in UTC.
    const file = { items: [item(7, "2026-08-04T02:00:00.000000Z")], people: [] };
    const document = documentOf({ item_id: 7 }, file);
    expect(document.issued_by).toBe("2026-08-03");
    expect(stateOn(document, limits, "2026-11-03")).toBe("unknown");
    expect(stateOn(document, limits, "2026-11-04")).toBe("too_old");
    expect(stateOn(documentOf({ seen_on: "2026-08-03" }), limits, "2026-11-04")).toBe("too_old");
  });

  it("is good on the day of its expiry, and warned of before", () => {
    const ine = kind({ warn_days: 30 });
    const document = documentOf({ expires_on: "2026-12-12" });
    expect(stateOn(document, ine, "2026-11-11")).toBe("valid");
    expect(stateOn(document, ine, "2026-11-12")).toBe("expires_soon");
    expect(stateOn(document, ine, "2026-12-12")).toBe("expires_soon");
    expect(stateOn(document, ine, "2026-12-13")).toBe("expired");
  });

  it("is unknown until the question of the policy is answered", () => {
    expect(stateOn(documentOf({ issued_on: "2026-11-01" }), kind(), "2026-11-30")).toBe("unknown");
    expect(stateOn(documentOf({ no_expiry: true }), kind(), "2026-11-30")).toBe("valid");
    expect(stateOn(documentOf({ no_expiry: true }), limits, "2026-11-30")).toBe("unknown");
  });

  it("is the same by the days of its changes as by the clock", () => {
    const days = fc.option(fc.integer({ min: 0, max: 700 }).map((n) => dayAfter("2025-06-01", n)));
    const rules = fc.record(
      { max_age_months: fc.integer({ min: 1, max: 12 }), warn_days: fc.integer({ min: 1, max: 90 }) },
      { requiredKeys: [] },
    );
    const dates = fc.record({ issued_on: days, expires_on: days, issued_by: days, no_expiry: fc.boolean() });
    fc.assert(
      fc.property(dates, rules, fc.integer({ min: 0, max: 1_500 }), (document, rule, n) => {
        const day = dayAfter("2025-01-01", n);
        const last = statesOf(document, rule).findLast(({ from }) => from === null || from <= day);
        expect(last?.state).toBe(stateOn(document, rule, day));
      }),
    );
  });

  it("never goes back from late to good as days pass", () => {
    const day = fc.integer({ min: 0, max: 700 }).map((n) => dayAfter("2025-06-01", n));
    fc.assert(
      fc.property(day, day, day, (issued_on, expires_on, today) => {
        const document = { issued_on, expires_on, issued_by: null, no_expiry: false };
        const state = stateOn(document, limits, today);
        if (state === "expired") expect(stateOn(document, limits, dayAfter(today, 90))).toBe("expired");
        if (state === "too_old") expect(today > addMonths(issued_on, 3)).toBe(true);
      }),
    );
  });
});

describe("the worst document", () => {
  const kinds = [kind({ key: "address", max_age_months: 3 }), kind({ key: "ine", warn_days: 30 })];
  const day = fc.option(fc.integer({ min: 0, max: 700 }).map((n) => dayAfter("2025-06-01", n)));

  it("is on every day the document whose state needs attention first", () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 1_500 }), (issued_on, expires_on, n) => {
        const today = dayAfter("2025-01-01", n);
        const documents = [
          { ...documentOf({ issued_on: issued_on ?? undefined }), document_kind: "address" },
          { ...documentOf({ expires_on: expires_on ?? undefined }), document_kind: "ine" },
        ];
        const worst = worstDocuments(documents, kinds).findLast(({ from }) => from === null || from <= today);
        const states = documentsOn(documents, kinds, today).map(({ state }) => DOCUMENT_STATES.indexOf(state));
        expect(DOCUMENT_STATES.indexOf(worst?.state ?? "valid")).toBe(Math.min(...states));
      }),
    );
  });

  it("has the last day on which it was good, and none where nothing is known", () => {
    const address = { ...documentOf({ issued_on: "2026-08-31" }), document_kind: "address" };
    expect(worstDocuments([address], kinds)).toMatchObject([
      { from: null, state: "valid", day: null },
      { from: "2026-12-01", state: "too_old", day: "2026-11-30" },
    ]);
    expect(worstDocuments([{ ...documentOf(), document_kind: "ine" }], kinds)).toMatchObject([
      { from: null, state: "unknown", day: null },
    ]);
    expect(worstDocuments([], kinds)).toEqual([]);
  });
});
