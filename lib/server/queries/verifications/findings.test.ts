import { describe, expect, it } from "vitest";
import { instantFromMs } from "#lib/contract/time.ts";
import { collectFindingsRuns, type EventRun, type ReadRun } from "./findings.ts";

const at = (minute: number) => instantFromMs(Date.UTC(2026, 10, 20, 12, minute));
const finding = { severity: "high", message: "El RFC no coincide.", missing_field: null };

const run = (minute: number, source: string, more: Partial<EventRun> = {}): EventRun => ({
  run_id: `run-${minute}-${source}`,
  source,
  at: at(minute),
  effective_at: at(minute),
  findings: [finding],
  digest: `${minute}${source}`,
  ...more,
});
const read = (minute: number, computed: number | null, more: Partial<ReadRun> = {}): ReadRun => ({
  read_at: at(minute),
  computed_at: computed === null ? null : at(computed),
  findings: [],
  digest: `read-${minute}`,
  ...more,
});

const brief = (...input: Parameters<typeof collectFindingsRuns>) =>
  collectFindingsRuns(...input).map(({ source, computed_at, found_by }) => [found_by, source, computed_at]);

describe("collectFindingsRuns", () => {
  it("puts the latest computed_at first; at one instant the final run", () => {
    const runs = [run(1, "provisional"), run(5, "provisional"), run(5, "final")];
    expect(brief(runs, [], []).map(([, source]) => source)).toEqual(["final", "provisional", "provisional"]);
  });

  it("takes a run that was delivered twice as one", () => {
    expect(collectFindingsRuns([run(1, "final"), run(1, "final", { digest: "other" })], [], [])).toHaveLength(1);
  });

  it("recognises in a reading the run that an event told, even one dated ahead", () => {
    const ahead = run(50, "final", { effective_at: at(5) });
    expect(brief([ahead], [read(6, 50)], [])).toEqual([["event", "final", at(5)]]);
  });

  it("calls a run that only reading knows 'found by reading', of unknown source", () => {
    expect(brief([run(1, "provisional")], [read(9, 5)], [])).toEqual([
      ["api", null, at(5)],
      ["event", "provisional", at(1)],
    ]);
  });

  it("lets findings without a time lose to any run with one", () => {
    expect(brief([run(1, "provisional")], [read(9, null)], []).at(0)).toEqual(["event", "provisional", at(1)]);
    expect(brief([], [read(9, null), read(10, null)], [])).toEqual([["api", null, null]]);
  });

  it("marks a final run from before a reopening, not one from after it", () => {
    const statuses = [
      { status: "pending", at: at(1) },
      { status: "finished", at: at(6) },
      { status: "pending", at: at(10) },
      { status: "finished", at: at(21) },
    ];
    const runs = collectFindingsRuns([run(5, "final"), run(20, "final"), run(4, "provisional")], [], statuses);
    expect(runs.map(({ computed_at, before_reopening }) => [computed_at, before_reopening])).toEqual([
      [at(20), false],
      [at(5), true],
      [at(4), false],
    ]);
  });

  it("does not take a status of the finishing verification for a reopening", () => {
    const statuses = [
      { status: "pending", at: at(6) },
      { status: "finished", at: at(7) },
    ];
    expect(collectFindingsRuns([run(5, "final")], [], statuses)[0]?.before_reopening).toBe(false);
  });
});
