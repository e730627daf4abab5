import { describe, expect, it } from "vitest";
import type { Instant } from "#lib/platform/contract/time.ts";
import { basisOf } from "./basis.ts";
import { evaluate } from "./evaluate.ts";
import type { ReviewActions, ReviewFacts, Wait } from "./facts.ts";
import type { LookupStatement } from "./lookups.ts";
import { standingLookup } from "./lookups.ts";
import { readingDue } from "./reasons.ts";
import { day, facts, finding, item, minute, POLICY, pending, person, run, START, standing } from "./testing/facts.ts";

const reasons = (of: ReviewFacts, more: Partial<ReviewActions> = {}): [string, Instant][] =>
  evaluate(of, standing(more), POLICY, day(30)).reasons.map(({ reason, from }) => [reason, from]);

describe("decision", () => {
  it("holds from the time a final run was received, whatever the documents and the status are", () => {
    expect(reasons(facts())).toEqual([["decision", START]]);
    const lost = { status: "pending", documents_status: null, first_complete_at: null };
    expect(reasons(facts({ ...lost, run: run({ items: [], known_at: minute(9) }) }))).toEqual([
      ["decision", minute(9)],
    ]);
  });

  it("does not hold for a final run that a reopening has outdated, nor for a provisional run", () => {
    const outdated = run({ before_reopening: true });
    expect(reasons(pending({ run: outdated, reopened_at: minute(1) }))).toEqual([]);
    expect(reasons(pending({ run: run({ source: "provisional" }) }))).toEqual([]);
  });

  it("holds 20 minutes after a finish that a read confirmed, if no final run arrived", () => {
    const provisional = run({ source: "provisional" });
    expect(reasons(facts({ run: provisional }))).toEqual([["decision", minute(20)]]);
    expect(reasons(facts({ run: null, status_confirmed_at: minute(50) }))).toEqual([["decision", minute(50)]]);
    const unconfirmed = facts({ run: null, status_confirmed_at: null, read_at: null });
    expect(reasons(unconfirmed)).toEqual([]);
    expect(readingDue(unconfirmed, POLICY)).toBe(minute(20));
  });
});

describe("item", () => {
  const failed = item(1, { item_error: "password_protected_pdf" });

  it("holds after 30 minutes without an event of the file", () => {
    expect(reasons(pending({ items: [failed] }))).toEqual([["item", minute(30)]]);
    const busy = [START, minute(20), minute(45), minute(100)];
    expect(reasons(pending({ items: [failed], events_at: busy }))).toEqual([["item", minute(75)]]);
  });

  it("holds for an item that could not be classified", () => {
    expect(reasons(pending({ items: [item(1, { item_type: "unknown" })] }))).toEqual([["item", minute(30)]]);
  });

  it("ends when the same item recovers, not when another item completes", () => {
    expect(reasons(pending({ items: [item(1), item(2)] }))).toEqual([]);
    expect(reasons(pending({ items: [failed, item(2)] }))).toEqual([["item", minute(30)]]);
  });

  it("ends when an officer marks it handled, for this type and error only", () => {
    const handled = [{ item_id: 1, item_type: "csf_mx", item_error: "password_protected_pdf" }];
    expect(reasons(pending({ items: [failed] }), { handled })).toEqual([]);
    for (const other of [item(1, { item_error: "pdf_slice_failed" }), { ...failed, item_type: "ac_mx" }]) {
      expect(reasons(pending({ items: [other] }), { handled })).toEqual([["item", minute(30)]]);
    }
  });
});

describe("person", () => {
  const asks = (more: Partial<ReturnType<typeof person>>) => reasons(pending({ people: [person(1, more)] }));

  it.each(["curp_format_error", "other_error", "failed"] as const)("holds at once for %s", (outcome) => {
    expect(asks({ outcome })).toEqual([["person", START]]);
  });

  it.each(["curp_scrapper_error", "curp_service_unavailable"] as const)(
    "holds for %s after a working day",
    (outcome) => {
      expect(asks({ outcome })).toEqual([["person", day(1)]]);
      // Friday to Monday.
      expect(asks({ outcome, since: day(3) })).toEqual([["person", day(6)]]);
    },
  );

  it.each(["found", "none", "no_result"] as const)("does not hold for %s", (outcome) => {
    expect(asks({ outcome })).toEqual([]);
  });
});

describe("standingLookup", () => {
  const said = (at: Instant, outcome: LookupStatement["outcome"], people_error: string | null = null) => ({
    at,
    outcome,
    people_error,
  });
  const scrapper = (at: Instant) => said(at, "curp_scrapper_error", "curp_scrapper_error");
  const down = (at: Instant) => said(at, "curp_service_unavailable", "curp_service_unavailable");
  const format = (at: Instant) => said(at, "curp_format_error", "curp_format_error");

  it.each<[string, LookupStatement[], [string, Instant] | null]>([
    ["no lookup without statements", [], null],
    ["a temporary failure does not override a success", [said(START, "found"), down(minute(5))], ["found", START]],
    ["a temporary failure keeps a wrong CURP", [format(START), scrapper(minute(5))], ["curp_format_error", START]],
    ["two temporary failures are one", [scrapper(START), down(minute(5))], ["curp_service_unavailable", START]],
    ["a success ends a temporary failure", [scrapper(START), said(minute(5), "found")], ["found", minute(5)]],
    [
      "an answer without a code belongs to the failure",
      [scrapper(START), said(minute(5), "failed")],
      ["curp_scrapper_error", START],
    ],
    [
      "an earlier answer without a code too",
      [said(START, "failed"), scrapper(minute(5))],
      ["curp_scrapper_error", START],
    ],
    ["a wrong CURP overrides a success", [said(START, "found"), format(minute(5))], ["curp_format_error", minute(5)]],
    [
      "an answer without a result changes nothing",
      [format(START), said(minute(5), "none")],
      ["curp_format_error", START],
    ],
    ["a lookup without an error ends a failure", [format(START), said(minute(5), "ended")], ["no_result", minute(5)]],
    ["an end without error keeps a success", [said(START, "found"), said(minute(5), "ended")], ["found", START]],
    ["a repeated failure keeps its time", [format(START), format(minute(5))], ["curp_format_error", START]],
  ])("%s", (_what, statements, expected) => {
    const lookup = standingLookup(statements.toReversed());
    expect(lookup && [lookup.outcome, lookup.since]).toEqual(expected);
  });
});

it("status_error holds while the status is error, and suppresses the stall reasons", () => {
  expect(reasons(pending({ status: "error", status_at: minute(7), read_at: day(20) }))).toEqual([
    ["status_error", minute(7)],
  ]);
});

describe("stalled_customer", () => {
  it.each(["pending_upload", "partial_upload", "pending_external", null, "something_new"])(
    "holds after five working days without a fact, with the documents %s, once a read confirms the status",
    (documents_status) => {
      const quiet = pending({ documents_status, read_at: day(8) });
      expect(reasons(quiet)).toEqual([["stalled_customer", day(7)]]);
      expect(reasons({ ...quiet, read_at: day(6) })).toEqual([]);
      expect(readingDue({ ...quiet, read_at: day(6) }, POLICY)).toBe(day(7));
      expect(readingDue(quiet, POLICY)).toBeNull();
    },
  );

  it("does not hold for finished files, or files complete by a final run", () => {
    expect(reasons(facts({ documents_status: "partial_upload", read_at: day(20) }))).toEqual([["decision", START]]);
    const complete = { status: "pending", documents_status: "partial_upload", read_at: day(20) };
    expect(reasons(facts(complete))).toEqual([["decision", START]]);
  });

  it("does not begin while no events arrive, but continues if it had begun", () => {
    const quiet = pending({ read_at: day(20) });
    expect(reasons({ ...quiet, deaf_since: day(5) })).toEqual([]);
    expect(reasons({ ...quiet, deaf_since: day(9) })).toEqual([["stalled_customer", day(7)]]);
  });
});

it.each(["pending", "pending_validation"])(
  "stalled_service holds for %s with complete documents after a working day",
  (status) => {
    expect(reasons(pending({ status, documents_status: "full_upload", read_at: day(2) }))).toEqual([
      ["stalled_service", day(1)],
    ]);
  },
);

describe("answered", () => {
  const asked = pending({
    items: [item(1, { item_error: "x" })],
    people: [person(1, { outcome: "curp_format_error" })],
  });
  const wait: Wait = { since: minute(10), follow_up_on: "2027-01-04", request: [], basis: basisOf(asked) };
  const answered = (more: Partial<ReviewFacts>) =>
    reasons({ ...asked, ...more }, { wait }).find(([reason]) => reason === "answered")?.[1] ?? null;

  it.each<[string, Partial<ReviewFacts>, Instant | null]>([
    ["nothing", {}, null],
    ["an item completed since", { items: [item(1, { completed_at: minute(60) })] }, minute(90)],
    ["a new item completed since", { items: [...asked.items, item(2, { completed_at: minute(60) })] }, minute(90)],
    ["an item completed before", { items: [...asked.items, item(2, { known_at: minute(60) })] }, null],
    ["the documents rose", { documents_status: "full_upload", documents_status_at: minute(60) }, minute(90)],
    ["the documents fell", { documents_status: "pending_upload", documents_status_at: minute(60) }, null],
    ["a person was found", { people: [person(1, { since: minute(60) })] }, minute(90)],
    ["the run differs", { run: run({ source: "provisional", known_at: minute(60) }) }, minute(90)],
    ["a run without findings", { run: run({ items: [], known_at: minute(60) }) }, null],
  ])("%s", (_what, more, from) => {
    expect(answered(more)).toBe(from);
  });

  it("waits for 30 quiet minutes, once", () => {
    const items = [item(1, { completed_at: minute(60) })];
    expect(answered({ items, events_at: [START, minute(60), minute(80), minute(200)] })).toBe(minute(110));
  });

  it("ignores other wording of the same findings", () => {
    const before = pending({ run: run({ source: "provisional" }) });
    const reworded = run({ known_at: minute(60), items: run().items.map((one) => ({ ...one, message: "otra" })) });
    const since = { ...wait, basis: basisOf(before) };
    expect(
      reasons({ ...before, run: { ...reworded, source: "provisional" } }, { wait: since }).map(([reason]) => reason),
    ).toEqual(["follow_up"]);
  });
});

it("follow_up holds from the beginning of the day in the policy's zone", () => {
  const wait: Wait = { since: START, follow_up_on: "2026-12-01", request: [], basis: basisOf(pending()) };
  expect(reasons(pending(), { wait })).toEqual([["follow_up", "2026-12-01T06:00:00.000000Z"]]);
});

describe("changed", () => {
  const decision = {
    resolution: "accepted" as const,
    at: minute(60),
    by: "ana",
    basis: basisOf(facts()),
    differs_since: null,
  };
  const changed = facts({
    run: run({ run_id: "run-2", items: [finding("high", "RFC distinto")], known_at: minute(90) }),
  });

  it("is the only reason after a decision, which settles all others", () => {
    expect(reasons(facts(), { decision })).toEqual([]);
    expect(evaluate(changed, standing({ decision }), POLICY, minute(95))).toMatchObject({
      reasons: [{ reason: "changed", from: minute(95) }],
      differs_since: minute(95),
      queued_at: minute(95),
    });
  });

  it("keeps the time when it was first seen", () => {
    const seen = standing({ decision: { ...decision, differs_since: minute(91) } });
    expect(evaluate(changed, seen, POLICY, day(1))).toMatchObject({ differs_since: minute(91), queued_at: minute(91) });
    expect(evaluate(facts(), seen, POLICY, day(1))).toMatchObject({
      differs_since: null,
      queued_at: null,
      reasons: [],
    });
  });
});

describe("verifications in the review queue", () => {
  it.each([
    ["complete before the reviews began", { first_complete_at: day(-30) }],
    ["imported", { imported: true }],
  ])("exclude files %s, unless opened by hand", (_what, more) => {
    expect(reasons(facts(more))).toEqual([]);
    expect(reasons(facts(more), { by_hand: true })).toEqual([["decision", START]]);
  });
});
