import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { examples } from "#tools/test/effort.ts";
import { type EventRun, type ReadRun, runsOf, type Stated, statusesOf } from "#tools/test/findings-facts.ts";
import { collectFindings } from "./findings.ts";

const at = (minute: number) => instantFromMs(Date.UTC(2026, 10, 20, 12, minute));
const finding = { severity: "high", message: "El RFC no coincide.", missing_field: null };

const run = (minute: number, source: string, more: Partial<EventRun> = {}): EventRun => ({
  run_id: `run-${minute}-${source}`,
  source,
  at: at(minute),
  at_text: null,
  effective_at: at(minute),
  findings: [finding],
  digest: `${minute}${source}`,
  ...more,
});
const read = (minute: number, computed: number | null, more: Partial<ReadRun> = {}): ReadRun => ({
  read_at: at(minute),
  status: null,
  computed_at: computed === null ? null : at(computed),
  computed_at_text: null,
  findings: [],
  digest: `read-${minute}`,
  ...more,
});

const stated = (status: string, minute: number, more: Partial<Stated> = {}): Stated => ({
  status,
  effective_at: at(minute),
  found_by: "event",
  digest: `${minute}${status}`,
  ...more,
});

/** The runs that result from these facts, in any order. */
const runsFrom = (events: readonly EventRun[], reads: readonly ReadRun[], statuses: readonly Stated[]) =>
  collectFindings(runsOf(events, reads), statusesOf(statuses, events)).runs;

const brief = (...input: Parameters<typeof runsFrom>) =>
  runsFrom(...input).map(({ source, computed_at, found_by }) => [found_by, source, computed_at]);

describe("collectFindings", () => {
  it("puts the latest computed_at first; at one instant the final run", () => {
    const runs = [run(1, "provisional"), run(5, "provisional"), run(5, "final")];
    expect(brief(runs, [], []).map(([, source]) => source)).toEqual(["final", "provisional", "provisional"]);
  });

  it("marks a final run from before a reopening if no event or read shows that it has finished", () => {
    const reopened = [stated("pending", 2), stated("pending", 9)];
    expect(runsFrom([run(5, "final")], [], reopened)[0]).toMatchObject({ before_reopening: true });
    expect(runsFrom([run(5, "final")], [], [stated("pending", 2)])[0]).toMatchObject({
      before_reopening: false,
    });
    // A single read may come from a lagging replica.
    const read = (minute: number) => stated("pending", minute, { found_by: "api" });
    expect(runsFrom([run(5, "final")], [], [read(9)])[0]).toMatchObject({ before_reopening: false });
    expect(runsFrom([run(5, "final")], [], [read(9), read(10)])[0]).toMatchObject({
      before_reopening: true,
    });
  });

  // A join of all runs with all reads would exceed the test's timeout.
  it("does not compare all runs with all reads and finishes", () => {
    const many = <T>(make: (minute: number) => T) => Array.from({ length: 5_000 }, (_, minute) => make(minute));
    const runs = many((index) => run(5, "final", { run_id: `run-${index}`, digest: `${index}` }));
    const reads = many((minute) => read(20_000 + minute, 5, { status: "finished" }));
    const finishes = many((minute) => stated("finished", 40_000 + minute));
    expect(runsFrom(runs, reads, [stated("finished", 6), stated("pending", 30_000), ...finishes])).toHaveLength(5_000);
  });

  it("takes a run that was delivered twice as one", () => {
    expect(runsFrom([run(1, "final"), run(1, "final", { digest: "other" })], [], [])).toHaveLength(1);
  });

  it("recognises in a read the run of an event, even of a run dated ahead", () => {
    const ahead = run(50, "final", { effective_at: at(5) });
    expect(brief([ahead], [read(6, 50)], [])).toEqual([["event", "final", at(5)]]);
  });

  it("marks a run that only reads show as found by the API, with unknown source", () => {
    expect(brief([run(1, "provisional")], [read(9, 5)], [])).toEqual([
      ["api", null, at(5)],
      ["event", "provisional", at(1)],
    ]);
  });

  it("takes an empty list without a time for no run, unless a read without a time had findings", () => {
    const some = read(3, null, { findings: [finding] });
    expect(brief([], [read(9, null)], [])).toEqual([]);
    expect(brief([], [some], [])).toEqual([["api", null, null]]);
    expect(runsFrom([], [read(9, null), some], [])).toMatchObject([{ items: [], computed_at: null }]);
  });

  it("orders findings without a time after any run with a time", () => {
    const untimed = read(9, null, { findings: [finding] });
    expect(brief([run(1, "provisional")], [untimed], []).at(0)).toEqual(["event", "provisional", at(1)]);
    expect(brief([], [untimed, read(10, null)], [])).toEqual([["api", null, null]]);
  });

  it("infers nothing final from finished", () => {
    const finished = [stated("finished", 6)];
    const provisional = run(5, "provisional");
    expect(brief([provisional], [], finished)).toEqual([["event", "provisional", at(5)]]);
    // A run that only a read shows may be the final run, but its source is not known.
    expect(brief([provisional], [read(9, 6, { status: "finished" })], finished).at(0)).toEqual(["api", null, at(6)]);
    expect(brief([run(5, "final")], [], [])).toEqual([["event", "final", at(5)]]);
  });

  it("orders runs among themselves alone, whatever else happened when", () => {
    const runs = [run(1, "provisional"), run(5, "final"), run(8, "provisional")];
    const inOrder = brief(runs, [], []);
    for (const minute of [0, 3, 6, 9]) {
      expect(brief(runs, [], [stated("finished", minute), stated("pending", minute + 1)])).toEqual(inOrder);
    }
  });

  it("recognises a run of an event in a read by the equal text of an unreadable time", () => {
    const soon = run(5, "final", { at_text: "soon" });
    const shows = (text: string | null, computed: number | null = null) =>
      read(9, computed, { computed_at_text: text, findings: [finding], status: "finished" });
    expect(brief([soon], [shows("soon")], [])).toEqual([["event", "final", at(5)]]);
    // Other texts, no text, and a time equal to that of the signature do not identify the run.
    for (const other of [shows("later"), shows(null), shows(null, 5)]) {
      expect(runsFrom([soon], [other], [])).toHaveLength(2);
    }
    expect(runsFrom([{ ...soon, at_text: "" }], [shows(null)], [])).toHaveLength(2);
    const again = [stated("finished", 6), stated("pending", 7), stated("finished", 8)];
    for (const at_text of ["soon", ""]) {
      const runs = runsFrom([{ ...soon, at_text }], [shows("soon"), shows(null)], again);
      expect(runs[0]?.before_reopening).toBe(at_text === "");
    }
  });

  it("marks a final run from before a reopening, not one from after it", () => {
    const statuses = [stated("pending", 1), stated("finished", 6), stated("pending", 10), stated("finished", 21)];
    const runs = runsFrom([run(5, "final"), run(20, "final"), run(4, "provisional")], [], statuses);
    expect(runs.map(({ computed_at, before_reopening }) => [computed_at, before_reopening])).toEqual([
      [at(20), false],
      [at(5), true],
      [at(4), false],
    ]);
  });

  it("lets a final run stand again once a reading after the new finish shows it", () => {
    const again = [stated("finished", 6), stated("pending", 10), stated("finished", 21)];
    const shows = (minute: number, more: Partial<ReadRun> = {}) => read(minute, 5, { status: "finished", ...more });
    const marks = (reads: ReadRun[], statuses = again) => {
      const found = runsFrom([run(5, "final")], reads, statuses).find(({ source }) => source === "final");
      return [found?.before_reopening, found?.finished_again];
    };
    expect(marks([])).toEqual([true, true]);
    expect(marks([], again.slice(0, 2))).toEqual([true, false]);
    // A later read shows it open, as after a copy of `finished` that was signed after the reopening.
    expect(marks([], [...again, stated("pending", 22, { found_by: "api" })])).toEqual([true, false]);
    expect(marks([shows(22)])).toEqual([false, false]);
    // No proof: a read from before the new finish, of an open verification, or of another run.
    expect(marks([shows(21)])).toEqual([true, true]);
    expect(marks([shows(22, { status: "pending" })])).toEqual([true, true]);
    expect(marks([read(22, 20, { status: "finished" })])).toEqual([true, true]);
    expect(marks([shows(22)], [...again, stated("pending", 30)])).toEqual([true, false]);
  });

  it("lets a final run stand again without an event of the new finish once a second read confirms the first", () => {
    const second = (seconds: number, status = "finished") => ({
      status,
      effective_at: instantFromMs(Date.UTC(2026, 10, 20, 14, 0, seconds)),
      found_by: "api" as const,
      digest: "0a",
    });
    const marks = (seconds: number[], ...events: Stated[]) => {
      const seen = seconds.map((at) => second(at));
      const reads = seen.map(({ effective_at }) => read(0, 5, { status: "finished", read_at: effective_at }));
      const open = [second(-100, "pending"), second(-60, "pending")];
      const [found] = runsFrom([run(5, "final")], reads, [stated("finished", 6), ...open, ...seen, ...events]);
      return [found?.before_reopening, found?.finished_again];
    };
    expect(marks([])).toEqual([true, false]);
    expect(marks([0])).toEqual([true, true]);
    expect(marks([0, 29])).toEqual([true, true]);
    expect(marks([0, 30])).toEqual([false, false]);
    // The event may come late, or be signed after a read that shows the same.
    expect(marks([0, 29], { ...second(10), found_by: "event" })).toEqual([false, false]);
    expect(marks([0, 30], { ...second(40), found_by: "event" })).toEqual([false, false]);
  });

  it("does not take a status of the finishing verification for a reopening", () => {
    expect(reopened(stated("pending", 6), stated("finished", 7))).toBe(false);
  });

  it("orders two statements of one instant by their digests", () => {
    expect(reopened(stated("finished", 6, { digest: "0a" }), stated("pending", 6, { digest: "0b" }))).toBe(true);
    expect(reopened(stated("finished", 6, { digest: "0b" }), stated("pending", 6, { digest: "0a" }))).toBe(false);
  });

  it("places an event after a reading of the same instant", () => {
    expect(reopened(stated("finished", 6), stated("pending", 6, { found_by: "api", digest: "ff" }))).toBe(false);
    expect(reopened(stated("finished", 6, { found_by: "api", digest: "ff" }), stated("pending", 6))).toBe(true);
  });

  it("accepts a reopening that only reads show once a second read confirms it", () => {
    const readAt = (seconds: number, status: string) =>
      stated(status, 0, { effective_at: instantFromMs(Date.UTC(2026, 10, 20, 12, 7, seconds)), found_by: "api" });
    const finished = stated("finished", 6);
    expect(reopened(finished, readAt(0, "pending"), readAt(29, "pending"))).toBe(false);
    expect(reopened(finished, readAt(0, "pending"), readAt(30, "pending"))).toBe(true);
    expect(reopened(finished, readAt(0, "pending"), readAt(10, "finished"), readAt(30, "pending"))).toBe(false);
  });

  it("takes the read with the greater digest of two reads with equal times and computed_at", () => {
    const [low, high] = [read(9, 5, { digest: "0a" }), read(9, 5, { digest: "0b", findings: [finding, finding] })];
    for (const reads of [
      [low, high],
      [high, low],
    ]) {
      expect(runsFrom([], reads, []).map((found) => found.items.length)).toEqual([2]);
    }
  });
});

/** Whether a final run of minute 5 counts as from before a reopening. */
const reopened = (...statuses: Stated[]) => runsFrom([run(5, "final")], [], statuses)[0]?.before_reopening;

it("gives the same runs whatever order facts come in", () => {
  const minute = fc.integer({ min: 0, max: 2 });
  const digest = fc.stringMatching(/^[0-9a-f]{6}$/);
  const byDigest = { selector: (entry: { digest: string }) => entry.digest, maxLength: 8 };
  const severity = fc.constantFrom("high", "medium", "low");
  const findings = fc.array(
    severity.map((grade) => ({ ...finding, severity: grade })),
    { maxLength: 2 },
  );
  const events = fc.uniqueArray(
    fc.record({ minute, digest, findings, source: fc.constantFrom("final", "provisional"), run: fc.nat({ max: 2 }) }),
    byDigest,
  );
  const reads = fc.uniqueArray(fc.record({ minute, digest, findings, computed: fc.option(minute) }), byDigest);
  const found_by = fc.constantFrom("event" as const, "api" as const);
  const status = fc.constantFrom("finished", "pending", "error");
  const statuses = fc.uniqueArray(fc.record({ minute, digest, found_by, status }), byDigest);
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
  const twice = fc
    .tuple(events, reads, statuses)
    .chain((facts) => fc.tuple(fc.constant(facts), fc.tuple(...facts.map((list) => shuffled<unknown>(list)))));
  fc.assert(
    fc.property(twice, ([facts, again]) => {
      const collect = ([reported, answers, said]: typeof facts) =>
        runsFrom(
          reported.map((entry) => run(entry.minute, entry.source, { ...entry, run_id: `run-${entry.run}` })),
          answers.map((entry) => read(entry.minute, entry.computed, entry)),
          said.map((entry) => stated(entry.status, entry.minute, entry)),
        );
      expect(collect(again as unknown as typeof facts)).toEqual(collect(facts));
    }),
    { numRuns: examples(100) },
  );
});
