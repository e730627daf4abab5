import { describe, expect, it } from "vitest";
import type { Instant } from "#lib/platform/contract/time.ts";
import { approved, type Context, changed, type Outcome, ratified, undone } from "./commands.ts";
import { evaluate } from "./evaluate.ts";
import type { ReviewFacts, ReviewPolicy } from "./facts.ts";
import type { ReviewChange } from "./review-input.ts";
import { day, facts, finding, item, minute, POLICY, pending, run } from "./testing/facts.ts";
import { applyEvaluation, type Move, NO_REVIEW, type StoredReview } from "./transitions.ts";

const now = (review: StoredReview, of: ReviewFacts, at: Instant, policy = POLICY): Move =>
  applyEvaluation(review, evaluate(of, review, policy, at), policy, at);

const context = (of: ReviewFacts, at: Instant, user_id = "ana", policy: ReviewPolicy = POLICY): Context => ({
  facts: of,
  policy,
  user_id,
  now: at,
});
function done(outcome: Outcome): StoredReview {
  if ("refused" in outcome) throw new Error(outcome.refused);
  return outcome.review;
}
const kinds = (outcome: Outcome) => ("refused" in outcome ? outcome.refused : outcome.entries.map(({ kind }) => kind));

const READY = facts();
const open = now(NO_REVIEW, READY, minute(1)).review;
const accept: Omit<ReviewChange, "version"> = { state: "resolved", resolution: "accepted" };
const accepted = done(changed(open, accept, context(READY, minute(60))));
const worse = facts({
  run: run({ run_id: "run-2", computed_at: minute(90), known_at: minute(90), items: [finding("high", "RFC")] }),
});
const failed = pending({ items: [item(1, { item_error: "password_protected_pdf" })] });

describe("the rules alone", () => {
  it("open a verification with a reason, due after working hours from its first reason on", () => {
    // From Tuesday 10:00 on: eight hours of that day, and eight of Wednesday.
    expect(now(NO_REVIEW, READY, minute(5))).toMatchObject({
      review: { state: "open", reasons: ["decision"], due_at: minute(31 * 60), assignee: null },
      entry: { kind: "opened", reasons: ["decision"] },
      look_at: minute(31 * 60),
    });
  });

  it("keep the due time of an open review, even when the hours or holidays have changed", () => {
    const { working } = POLICY;
    const shorter = { ...POLICY, due_hours: 1, working: { ...working, holidays: [...working.holidays, "2026-11-25"] } };
    expect(now(open, READY, minute(5), shorter).review.due_at).toBe(open.due_at);
  });

  it("leave a verification without a reason alone, and return when to check again", () => {
    expect(now(NO_REVIEW, failed, minute(5))).toEqual({ review: NO_REVIEW, entry: null, look_at: minute(30) });
    expect(now(NO_REVIEW, failed, minute(30)).review.state).toBe("open");
  });

  it("close a review whose reasons are gone, unless an officer opened it", () => {
    const asking = { ...now(NO_REVIEW, failed, minute(30)).review, assignee: "ana" };
    const vanished = now(asking, pending(), minute(40));
    expect(vanished).toMatchObject({ review: NO_REVIEW, entry: { kind: "vanished", reasons: ["item"] } });
    expect(now({ ...asking, by_hand: true }, pending(), minute(40)).review).toMatchObject({
      state: "open",
      reasons: [],
    });
  });

  it("keep a decision while no difference reopens it", () => {
    expect(now(accepted, READY, day(9))).toEqual({ review: accepted, entry: null, look_at: null });
  });

  it("return a decision to its author, and resolve it again when the difference vanishes", () => {
    const back = now(accepted, worse, minute(95));
    expect(back).toMatchObject({
      review: { state: "open", resolution: null, reasons: ["changed"], assignee: "ana", due_at: minute(47 * 60 + 35) },
      entry: { kind: "returned", reasons: ["changed"] },
    });
    expect(back.entry?.differences.map(({ kind }) => kind)).toContain("finding_added");
    expect(now(back.review, READY, minute(99))).toMatchObject({
      review: { state: "resolved", resolution: "accepted", reasons: [], due_at: null },
      entry: { kind: "vanished", reasons: ["changed"] },
    });
  });

  it("keep a returned review open when its difference is then queued for later", () => {
    const back = now(accepted, worse, minute(95)).review;
    const reopened = {
      ...worse,
      status: "pending",
      reopened_at: minute(100),
      run: worse.run && { ...worse.run, source: null },
    };
    expect(now(back, reopened, minute(101))).toMatchObject({
      review: { state: "open", reasons: ["changed"] },
      entry: null,
    });
  });

  it("set no due time for a review that returned for wording only", () => {
    const reworded = READY.run?.items.map((one) => ({ ...one, message: `${one.message}.` })) ?? [];
    const wording = facts({ run: run({ run_id: "run-2", known_at: minute(90), items: reworded }) });
    expect(now(accepted, wording, minute(95)).review).toMatchObject({ state: "open", due_at: null });
  });

  it("end a wait on its day, with the remaining working time, and not before", () => {
    const waiting = done(changed(open, { state: "waiting", follow_up_on: "2026-12-01" }, context(READY, minute(60))));
    expect(now(waiting, READY, day(3)).review).toMatchObject({ state: "waiting", reasons: ["decision"] });
    // One of 16 hours had passed on Tuesday: 15 are left on Tuesday 1 December, from 9:00 on.
    expect(now(waiting, READY, day(7))).toMatchObject({
      review: { state: "open", reasons: ["decision", "follow_up"], due_at: "2026-12-02T21:00:00.000000Z" },
      entry: { kind: "returned" },
    });
  });

  it("end a wait when the customer has answered", () => {
    const asked = done(changed(open, { state: "waiting", follow_up_on: "2026-12-24" }, context(READY, minute(60))));
    const answered = facts({ items: [item(1), item(2, { completed_at: minute(120) })] });
    expect(now(asked, answered, minute(149)).review.state).toBe("waiting");
    expect(now(asked, answered, minute(150)).review).toMatchObject({
      state: "open",
      reasons: ["decision", "answered"],
    });
  });

  it("withdraw a proposal when the facts change, but not when a run repeats the same findings", () => {
    const always = { ...POLICY, approval: "always" } as const;
    const submitted = done(changed(open, accept, context(READY, minute(60), "ana", always)));
    expect(submitted).toMatchObject({ state: "approval", resolution: "accepted", submitted_by: "ana", decision: null });
    const again = facts({ run: run({ run_id: "run-2", computed_at: minute(70) }) });
    expect(now(submitted, again, minute(90), always).review.state).toBe("approval");
    expect(now(submitted, worse, minute(95), always)).toMatchObject({
      review: { state: "open", resolution: null, submitted: null, reasons: ["decision"], due_at: open.due_at },
      entry: { kind: "withdrawn" },
    });
  });
});

describe("a user's change", () => {
  const try_ = (review: StoredReview, change: Omit<ReviewChange, "version">, of = READY, policy = POLICY) =>
    changed(review, change, context(of, minute(60), "ana", policy));

  it.each<[string, Outcome, unknown]>([
    ["assigns", try_(open, { state: "open", assignee: "ben" }), ["assigned"]],
    ["changes nothing for the same assignee", try_(open, { state: "open", assignee: null }), []],
    ["opens by hand", try_(NO_REVIEW, { state: "open", assignee: "ana" }), ["assigned", "opened"]],
    ["reopens a resolved file", try_(accepted, { state: "open" }), ["reopened"]],
    ["refuses to accept an accepted file", try_(accepted, accept), "ALREADY_RESOLVED"],
    [
      "refuses to reject an accepted file",
      try_(accepted, { state: "resolved", resolution: "rejected", reason_code: "no_answer" }),
      "ALREADY_RESOLVED",
    ],
    ["refuses to resolve a resolved file", try_(accepted, { state: "resolved" }), "ALREADY_RESOLVED"],
    [
      "refuses to let a resolved file wait",
      try_(accepted, { state: "waiting", follow_up_on: "2026-12-01" }),
      "ALREADY_RESOLVED",
    ],
    ["refuses to propose a resolved file", try_(accepted, { state: "approval" }), "ALREADY_RESOLVED"],
    [
      "decides a returned file again",
      try_(now(accepted, worse, minute(95)).review, { ...accept, reason: "Aclarado" }, worse),
      ["decided"],
    ],
    ["gives a resolved file to another user", try_(accepted, { state: "resolved", assignee: "ben" }), ["assigned"]],
    ["accepts", try_(open, accept), ["decided"]],
    ["asks for a reason to accept an exception", try_(open, accept, worse), "REASON_REQUIRED"],
    ["accepts with a reason", try_(open, { ...accept, reason: "Aclarado por escrito" }, worse), ["decided"]],
    ["asks for a resolution", try_(open, { state: "resolved" }), "RESOLUTION_REQUIRED"],
    ["asks for a reason to reject", try_(open, { state: "resolved", resolution: "rejected" }), "REASON_CODE_REQUIRED"],
    [
      "requires a reason of the catalogue for this resolution",
      try_(open, { state: "resolved", resolution: "rejected", reason_code: "customer_withdrew" }),
      "REASON_CODE_REQUIRED",
    ],
    ["closes", try_(open, { state: "resolved", resolution: "closed", reason_code: "no_answer" }), ["decided"]],
    ["asks for a day to wait", try_(open, { state: "waiting" }), "FOLLOW_UP_REQUIRED"],
    ["refuses a past day", try_(open, { state: "waiting", follow_up_on: "2026-11-23" }), "FOLLOW_UP_REQUIRED"],
    ["waits", try_(open, { state: "waiting", follow_up_on: "2026-11-24" }), ["waited"]],
    ["leaves approval to the policy", try_(open, { state: "approval" }), "STATE_NOT_ALLOWED"],
    ["marks items handled", try_(open, { state: "open", handled: [1] }, failed), ["handled"]],
    ["refuses an item without a problem", try_(open, { state: "open", handled: [1] }), "ITEM_NOT_TO_HANDLE"],
  ])("%s", (_what, outcome, expected) => {
    expect(kinds(outcome)).toEqual(expected);
  });

  it("ends the reason of a handled item", () => {
    const asking = now(NO_REVIEW, failed, minute(30)).review;
    const handled = done(changed(asking, { state: "open", handled: [1] }, context(failed, minute(60))));
    expect(now(handled, failed, minute(60))).toMatchObject({ review: { state: null }, entry: { kind: "vanished" } });
  });

  it("keeps the start of the wait when the wait is extended", () => {
    const waiting = done(
      try_(open, { state: "waiting", follow_up_on: "2026-12-01", request: [{ about: "documents" }] }),
    );
    const later = done(changed(waiting, { state: "waiting", follow_up_on: "2026-12-08" }, context(READY, day(2))));
    expect(later.wait).toEqual({ ...waiting.wait, follow_up_on: "2026-12-08" });
    expect(later.due_at).toBe(waiting.due_at);
  });

  it("requires a second person with high findings only if the policy does, and never to close", () => {
    const high = { ...POLICY, approval: "high" } as const;
    const words = { ...accept, reason: "Aclarado" };
    const close = { state: "resolved", resolution: "closed", reason_code: "no_answer" } as const;
    expect(kinds(try_(open, words, worse, high))).toEqual(["submitted"]);
    expect(kinds(try_(open, words, READY, high))).toEqual(["decided"]);
    expect(kinds(try_(open, close, worse, { ...POLICY, approval: "always" }))).toEqual(["decided"]);
  });
});

describe("approval", () => {
  const always = { ...POLICY, approval: "always" } as const;
  const at = context(READY, minute(60), "ana", always);
  const submitted = done(changed(open, accept, at));

  it("must come from another person", () => {
    expect(approved(submitted, true, at)).toEqual({ refused: "SAME_PERSON" });
    expect(done(approved(submitted, true, { ...at, user_id: "ben", now: minute(70) }))).toMatchObject({
      state: "resolved",
      resolution: "accepted",
      decision: { at: minute(60), by: "ana" },
      submitted: null,
    });
  });

  it.each([
    ["ben", "returned_by_approver"],
    ["ana", "withdrawn"],
  ])("is taken back by %s, and returns to its author: %s", (user_id, kind) => {
    const returned = approved(submitted, false, { ...at, user_id });
    expect(kinds(returned)).toEqual([kind]);
    expect(done(returned)).toMatchObject({ state: "open", assignee: "ana", resolution: null, submitted: null });
    const opened = changed({ ...submitted, assignee: "cleo" }, { state: "open" }, { ...at, user_id });
    expect(kinds(opened)).toEqual([kind]);
    expect(done(opened)).toMatchObject({ state: "open", assignee: "cleo", resolution: null, submitted: null });
  });

  it("applies to nothing else, and no other decision is possible meanwhile", () => {
    expect(approved(open, true, at)).toEqual({ refused: "NOT_AWAITING_APPROVAL" });
    expect(changed(submitted, accept, at)).toEqual({ refused: "AWAITING_APPROVAL" });
    expect(ratified(submitted, at)).toEqual({ refused: "AWAITING_APPROVAL" });
  });
});

describe("a decision of two people", () => {
  const always = { ...POLICY, approval: "always" } as const;
  const by = (user_id: string, minutes: number, of = READY) => context(of, minute(minutes), user_id, always);
  const rejection = { state: "resolved", resolution: "rejected", reason_code: "documents_not_valid" } as const;
  const close = { state: "resolved", resolution: "closed", reason_code: "no_answer" } as const;
  const two = done(approved(done(changed(open, rejection, by("ana", 60))), true, by("ben", 61)));
  const proposed = done(changed(two, { state: "open" }, by("cleo", 70)));

  it("stands until a second person approves its reopening", () => {
    expect(kinds(changed(two, { state: "open" }, by("ana", 70)))).toEqual(["reopening_proposed"]);
    expect(proposed).toMatchObject({
      state: "approval",
      resolution: null,
      decision: two.decision,
      submitted_by: "cleo",
    });
    expect(now(proposed, READY, minute(80), always).review.state).toBe("approval");
    expect(approved(proposed, true, by("cleo", 71))).toEqual({ refused: "SAME_PERSON" });
    for (const other of [{ state: "open" }, close, accept] as const) {
      expect(changed(proposed, { ...other, reason: "x" }, by("ben", 71))).toEqual({ refused: "AWAITING_APPROVAL" });
    }
    const reopened = approved(proposed, true, by("ben", 71));
    expect(kinds(reopened)).toEqual(["reopened"]);
    expect(done(reopened)).toMatchObject({ state: "open", decision: null, submitted_by: null, assignee: "cleo" });
  });

  it.each([
    ["cleo", "withdrawn"],
    ["ben", "returned_by_approver"],
  ])("stays as it was if %s takes the proposal back: %s", (user_id, kind) => {
    const back = approved(proposed, false, by(user_id, 71));
    expect(kinds(back)).toEqual([kind]);
    expect(done(back)).toMatchObject({
      state: "resolved",
      resolution: "rejected",
      decision: two.decision,
      due_at: null,
    });
  });

  it("is closed by two, after its reopening and after the facts have changed; and decided by the policy", () => {
    const reopened = done(approved(proposed, true, by("ben", 71)));
    const finalRun = { run_id: "run-2", computed_at: minute(90), known_at: minute(90) };
    const of = facts({ run: run({ ...finalRun, items: [finding("high", "RFC")] }) });
    const returned = now(two, of, minute(95), always);
    expect(returned.entry?.kind).toBe("returned");
    for (const back of [reopened, returned.review]) {
      const closing = changed(back, close, by("ana", 99, of));
      expect(kinds(closing)).toEqual(["submitted"]);
      expect(approved(done(closing), true, by("ana", 100, of))).toEqual({ refused: "SAME_PERSON" });
      const closed = done(approved(done(closing), true, by("ben", 100, of)));
      expect(kinds(changed(closed, { state: "open" }, by("ana", 110, of)))).toEqual(["reopening_proposed"]);
      const never = { ...by("ana", 99, of), policy: POLICY };
      expect(kinds(changed(back, rejection, never))).toEqual(["decided"]);
    }
  });

  it("comes back by changed facts while its reopening is proposed", () => {
    const of = facts({ documents_status: "partial_upload", run: run({ run_id: "run-2", items: [] }), status: "error" });
    const back = now(proposed, of, day(3), always);
    expect(back).toMatchObject({ entry: { kind: "returned" }, review: { state: "open", submitted_by: null } });
  });

  it("stays one of two when one person ratifies it, until one person decides anew", () => {
    const of = facts({ items: [item(1), item(2, { completed_at: minute(90), known_at: minute(90) })] });
    const back = now(two, of, minute(95)).review;
    const again = done(ratified(back, context(of, minute(99), "ana")));
    expect(kinds(changed(again, { state: "open" }, context(of, minute(100), "ana")))).toEqual(["reopening_proposed"]);
    const anew = done(changed(back, rejection, context(of, minute(99), "ana")));
    expect(kinds(changed(anew, { state: "open" }, context(of, minute(100), "ana")))).toEqual(["reopened"]);
  });
});

describe("ratification", () => {
  const back = now(accepted, worse, minute(95)).review;

  it("clears every difference, on the current facts", () => {
    const at = context(worse, minute(99), "ben");
    expect(ratified(back, at)).toEqual({ refused: "REASON_REQUIRED" });
    const outcome = ratified(back, at, "Aclarado");
    expect(kinds(outcome)).toEqual(["ratified"]);
    expect("entries" in outcome && outcome.entries[0]?.differences.length).toBeGreaterThan(0);
    expect(now(done(outcome), worse, day(9)).review).toMatchObject({
      state: "resolved",
      resolution: "accepted",
      decision: { by: "ben", at: minute(99) },
    });
    expect(evaluate(worse, done(outcome), POLICY, day(9)).differences).toEqual([]);
  });

  it("is possible only for a decision with differences", () => {
    expect(ratified(accepted, context(READY, minute(99)))).toEqual({ refused: "NOTHING_TO_RATIFY" });
    expect(ratified(open, context(worse, minute(99)))).toEqual({ refused: "NOTHING_TO_RATIFY" });
  });

  it("needs approval if the decision would", () => {
    const at = context(worse, minute(99), "ana", { ...POLICY, approval: "high" });
    expect(kinds(ratified(back, at, "Aclarado"))).toEqual(["submitted"]);
  });
});

describe("undo", () => {
  it("applies to the newest entry, by its author only", () => {
    const last = { kind: "decided", by: "ana", before: open } as const;
    expect(undone(last, { user_id: "ana" })).toEqual({
      review: open,
      entries: [{ kind: "undone", reasons: ["decision"], differences: [] }],
    });
    for (const other of [{ ...last, by: "ben" }, { ...last, by: null }, { ...last, kind: "undone" as const }, null]) {
      expect(undone(other, { user_id: "ana" })).toEqual({ refused: "NOTHING_TO_UNDO" });
    }
  });
});
