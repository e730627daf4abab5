import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples, SEED } from "#tools/test/effort.ts";
import { type DecisionLogEntry, readHistory } from "./decision-history.ts";

type LogStep = Partial<DecisionLogEntry> & Pick<DecisionLogEntry, "kind">;

const ANA = "00000000-0000-4000-8000-00000000000a";
const AT = (second: number) => `2026-11-20T17:00:${String(second).padStart(2, "0")}.000000Z`;

/** One entry a second, with ids from 1. */
const logOf = (steps: LogStep[]): DecisionLogEntry[] =>
  steps.map((step, index) => ({
    entry_id: index + 1,
    at: AT(index + 1),
    ...{ resolution: null, reason_code: null, reasons: [], policy_version: 3, digest: null, undoes: null },
    ...{ user_id: ANA, state_before: null, exceptions: [] },
    ...step,
  }));

const DECIDED: LogStep = { kind: "decided", resolution: "accepted", digest: "aa" };
const REJECTED: LogStep = { kind: "decided", resolution: "rejected", digest: "bb", reason_code: "not_valid" };
const SUBMITTED: LogStep = { kind: "submitted", resolution: "accepted", digest: "cc" };
const APPROVED: LogStep = { kind: "approved", resolution: "accepted", digest: "cc" };
const RATIFIED: LogStep = { kind: "ratified", resolution: "rejected", digest: "dd" };
const CHANGED: LogStep = { kind: "returned", user_id: null, reasons: ["changed"] };
const PERIODIC: LogStep = { kind: "returned", user_id: null, reasons: ["periodic"] };
const VANISHED: LogStep = { kind: "vanished", user_id: null };
const REOPENED: LogStep = { kind: "reopened", state_before: "resolved" };
const REOPENING: LogStep = { kind: "reopening_proposed", state_before: "resolved" };
const OPENED: LogStep = { kind: "opened", user_id: null };
const undone = (undoes: number): LogStep => ({ kind: "undone", undoes });

/** Each event as its kind and the deciding entry. */
const eventsOf = (...steps: LogStep[]) =>
  readHistory(logOf(steps)).events.map(({ kind, decision }) => `${kind.slice(7)} ${decision.entry_id}`);

describe("the events of a log", () => {
  it.each<[string, LogStep[], string[]]>([
    ["a decision", [OPENED, DECIDED], ["decided 2"]],
    ["a decision taken back", [DECIDED, undone(1)], ["decided 1", "undone 1"]],
    ["a decision set aside by a user", [DECIDED, REOPENED], ["decided 1", "reopened 1"]],
    ["a reopening taken back", [DECIDED, REOPENED, undone(2)], ["decided 1", "reopened 1", "decided 1"]],
    ["a change of facts that count", [DECIDED, CHANGED], ["decided 1", "overtaken 1"]],
    ["a change that was taken back", [DECIDED, CHANGED, VANISHED], ["decided 1", "overtaken 1", "decided 1"]],
    ["a periodic review", [DECIDED, PERIODIC], ["decided 1"]],
    ["a new decision after a change", [DECIDED, CHANGED, REJECTED], ["decided 1", "overtaken 1", "decided 3"]],
    [
      "a decision after a change, taken back",
      [DECIDED, CHANGED, REJECTED, undone(3)],
      "decided 1,overtaken 1,decided 3,undone 3".split(","),
    ],
    ["a ratification", [REJECTED, CHANGED, RATIFIED], ["decided 1", "overtaken 1", "decided 3"]],
    ["a ratification taken back", [REJECTED, RATIFIED, undone(2)], ["decided 1", "decided 2", "decided 1"]],
    ["a proposal", [SUBMITTED], []],
    ["a proposal withdrawn by the rules", [SUBMITTED, { kind: "withdrawn", user_id: null }], []],
    ["a proposal that is approved", [SUBMITTED, APPROVED], ["approved 1"]],
    ["an approval taken back", [SUBMITTED, APPROVED, undone(2)], ["approved 1", "undone 1"]],
    ["an approval given again", [SUBMITTED, APPROVED, undone(2), APPROVED], ["approved 1", "undone 1", "approved 1"]],
    ["a change after an approval", [SUBMITTED, APPROVED, CHANGED], ["approved 1", "overtaken 1"]],
    ["a proposal returned by the rules' next step", [SUBMITTED, { kind: "reopened", state_before: "approval" }], []],
  ])("%s", (_, steps, events) => expect(eventsOf(...steps)).toEqual(events));

  it("have the data of the decision, not of the step", () => {
    const [, overtaken] = readHistory(logOf([REJECTED, CHANGED])).events;
    expect(overtaken).toEqual({
      kind: "review.overtaken",
      entry_id: 2,
      sequence: Date.parse(AT(2)) * 1_000,
      decision: {
        entry_id: 1,
        decided_at: AT(1),
        resolution: "rejected",
        reason_code: "not_valid",
        basis_digest: "bb",
        policy_version: 3,
        exceptions: [],
      },
    });
  });

  it("repeat the code that a ratification leaves out", () => {
    const events = readHistory(logOf([REJECTED, RATIFIED])).events;
    expect(events.map(({ decision }) => decision.reason_code)).toEqual(["not_valid", "not_valid"]);
  });

  it("have rising sequences, even if entries have the same time or a clock goes back", () => {
    const steps = [DECIDED, CHANGED, { ...REJECTED, at: AT(0) }].map((step) => ({ at: AT(1), ...step }));
    const first = Date.parse(AT(1)) * 1_000;
    expect(readHistory(logOf(steps)).events.map(({ sequence }) => sequence)).toEqual([first, first + 1, first + 2]);
  });
});

describe("the standing of a decision by the log", () => {
  const standingsOf = (...steps: LogStep[]) =>
    [...readHistory(logOf(steps)).standings].map(
      ([id, { standing, since }]) => `${id} ${standing} ${since.slice(17, 19)}`,
    );

  it.each<[string, LogStep[], string[]]>([
    ["in force", [DECIDED], ["1 in_force 01"]],
    ["undone", [DECIDED, undone(1)], ["1 undone 02"]],
    ["reopened by a user", [DECIDED, REOPENED], ["1 undone 02"]],
    ["in force again", [DECIDED, REOPENED, undone(2)], ["1 in_force 03"]],
    ["in force until the facts are checked", [DECIDED, CHANGED], ["1 in_force 01"]],
    ["in force since the change vanished", [DECIDED, CHANGED, VANISHED], ["1 in_force 03"]],
    ["replaced by a later decision", [DECIDED, CHANGED, REJECTED], ["1 replaced 03", "3 in_force 03"]],
    ["awaiting approval", [SUBMITTED], ["1 awaiting_approval 01"]],
    ["approved", [SUBMITTED, APPROVED], ["1 in_force 02"]],
    ["awaiting approval again", [SUBMITTED, APPROVED, undone(2)], ["1 awaiting_approval 03"]],
    ["withdrawn by its author", [SUBMITTED, { kind: "withdrawn" }], ["1 undone 02"]],
    ["withdrawn by the rules", [SUBMITTED, { kind: "withdrawn", user_id: null }], ["1 withdrawn_by_rules 02"]],
    [
      "kept while a new decision awaits approval",
      [DECIDED, CHANGED, SUBMITTED],
      ["1 in_force 01", "3 awaiting_approval 03"],
    ],
    [
      "in force until a second person approves its reopening",
      [SUBMITTED, APPROVED, REOPENING, { kind: "reopened", state_before: "approval" }],
      ["1 undone 04"],
    ],
    [
      "in force after a refused reopening",
      [SUBMITTED, APPROVED, REOPENING, { kind: "returned_by_approver" }],
      ["1 in_force 02"],
    ],
    ["replaced by an approved one", [DECIDED, SUBMITTED, APPROVED], ["1 replaced 03", "2 in_force 03"]],
  ])("%s", (_, steps, standings) => expect(standingsOf(...steps)).toEqual(standings));
});

it("a longer log repeats the events of the shorter one, with the same sequences", () => {
  const step = fc.constantFrom(DECIDED, REJECTED, SUBMITTED, APPROVED, RATIFIED, CHANGED, VANISHED, REOPENED);
  const timed = fc.record({ step, second: fc.integer({ min: 0, max: 59 }), undoes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 30 }), fc.nat(30), (all, length) => {
      const log = logOf(
        all.map(({ step, second, undoes }, index) => ({ ...(undoes ? undone(index) : step), at: AT(second) })),
      );
      const { events } = readHistory(log);
      const first = readHistory(log.slice(0, length)).events;
      expect(events.slice(0, first.length)).toEqual(first);
      const sequences = events.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
    }),
    { numRuns: examples(300), seed: SEED },
  );
});
