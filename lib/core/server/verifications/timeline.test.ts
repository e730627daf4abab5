import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { examples } from "#tools/test/effort.ts";
import { compareObservations, orderDocumentChanges } from "#tools/test/ordering.ts";
import { buildTimeline, confirms, type DocumentChange, type DocumentReading } from "./timeline.ts";

const START = Date.UTC(2026, 10, 20, 12);
const at = (seconds: number) => instantFromMs(START + seconds * 1000);

type Change = Omit<DocumentChange, "gap"> & { digest: string };
type Reading = DocumentReading & { digest: string };

/** The timeline that results from these facts, in any order. */
const timelineOf = (changes: readonly Change[], readings: readonly Reading[]) => {
  const observed = ({ read_at, digest }: Reading) => ({ effective_at: read_at, digest, found_by: "api" as const });
  const inOrder = readings.toSorted((a, b) => compareObservations(observed(a), observed(b)));
  return buildTimeline(orderDocumentChanges(changes), inOrder);
};

const change = (seconds: number, from: string | null, to: string): Change => ({
  effective_at: at(seconds),
  at_text: null,
  documents_status: to,
  previous_documents_status: from,
  digest: `${seconds}${from}${to}`,
});
const reading = (seconds: number, documents_status: string, digest = documents_status): Reading => ({
  read_at: at(seconds),
  documents_status,
  digest,
});

const brief = (entries: ReturnType<typeof timelineOf>) =>
  entries.map(({ from, to, source, gap }) => `${from}>${to} ${source}${gap ? " gap" : ""}`);

describe("buildTimeline", () => {
  it("is empty when nothing is known", () => {
    expect(timelineOf([], [])).toEqual([]);
  });

  it("orders changes by their time, backward moves included", () => {
    const changes = [
      change(20, "partial_upload", "full_upload"),
      change(0, null, "partial_upload"),
      change(30, "full_upload", "partial_upload"),
    ];
    expect(brief(timelineOf(changes, []))).toEqual([
      "null>partial_upload event",
      "partial_upload>full_upload event",
      "full_upload>partial_upload event",
    ]);
  });

  it("marks a gap where the previous value is not the predecessor's, and before a first one that has a previous value", () => {
    const changes = [change(0, "pending_upload", "partial_upload"), change(10, "pending_external", "full_upload")];
    expect(brief(timelineOf(changes, []))).toEqual([
      "pending_upload>partial_upload event gap",
      "pending_external>full_upload event gap",
    ]);
  });

  it("puts two changes of one instant in the order that their previous values show", () => {
    const changes = [
      change(0, null, "pending_upload"),
      { ...change(10, "partial_upload", "full_upload"), digest: "aa" },
      { ...change(10, "pending_upload", "partial_upload"), digest: "bb" },
    ];
    expect(brief(timelineOf(changes, []))).toEqual([
      "null>pending_upload event",
      "pending_upload>partial_upload event",
      "partial_upload>full_upload event",
    ]);
  });

  it("accepts a status that only reads show once a second read 30 s later agrees", () => {
    const changes = [change(0, null, "partial_upload")];
    expect(timelineOf(changes, [reading(60, "full_upload"), reading(89, "full_upload")])).toHaveLength(1);
    expect(timelineOf(changes, [reading(60, "full_upload"), reading(90, "full_upload")]).at(-1)).toEqual({
      from: "partial_upload",
      to: "full_upload",
      at_text: null,
      at: at(60),
      source: "api",
      gap: true,
    });
  });

  it("adds no change for a lagging replica", () => {
    const changes = [change(0, null, "partial_upload"), change(10, "partial_upload", "full_upload")];
    const lagging = [reading(11, "partial_upload"), reading(45, "full_upload"), reading(80, "full_upload")];
    expect(timelineOf(changes, lagging)).toHaveLength(2);
  });

  it("starts over when a read between disagrees", () => {
    const readings = [reading(0, "full_upload"), reading(20, "partial_upload"), reading(40, "full_upload")];
    expect(timelineOf([], readings)).toEqual([]);
  });

  it("drops the statement of a reading when its event arrives", () => {
    const readings = [reading(60, "full_upload"), reading(90, "full_upload")];
    const changes = [change(0, null, "partial_upload"), change(50, "partial_upload", "full_upload")];
    expect(brief(timelineOf(changes, readings))).toEqual([
      "null>partial_upload event",
      "partial_upload>full_upload event",
    ]);
  });

  it("reports no gap that a reading explains", () => {
    const readings = [reading(20, "pending_external"), reading(60, "pending_external")];
    const changes = [change(0, null, "partial_upload"), change(100, "pending_external", "full_upload")];
    expect(brief(timelineOf(changes, readings))).toEqual([
      "null>partial_upload event",
      "partial_upload>pending_external api gap",
      "pending_external>full_upload event",
    ]);
  });

  it("places a read before the event of the same instant", () => {
    const changes = [change(20, null, "partial_upload")];
    expect(timelineOf(changes, [reading(20, "full_upload"), reading(50, "full_upload")])).toHaveLength(1);
    expect(brief(timelineOf(changes, [reading(20, "pending_upload"), reading(-10, "pending_upload")]))).toEqual([
      "null>pending_upload api",
      "null>partial_upload event",
    ]);
  });

  it("orders two reads of one instant by their digests", () => {
    const [low, high] = [reading(60, "full_upload", "0a"), reading(60, "partial_upload", "0b")];
    const confirming = reading(90, "partial_upload");
    for (const readings of [
      [low, high, confirming],
      [confirming, high, low],
    ]) {
      expect(brief(timelineOf([], readings))).toEqual(["null>partial_upload api"]);
    }
  });
});

it("shows every event once, in order, the same whatever order facts come in", () => {
  const status = fc.constantFrom(...DOCUMENTS_STATUSES);
  const digest = fc.stringMatching(/^[0-9a-f]{8}$/);
  const byDigest = { selector: (entry: { digest: string }) => entry.digest, maxLength: 8 };
  /** Half a minute apart, so that reads have equal times, confirm and contradict each other. */
  const time = fc.integer({ min: 0, max: 4 }).map((step) => at(step * 30));
  const changes = fc.uniqueArray(
    fc.record({
      effective_at: time,
      at_text: fc.option(fc.constant("soon")),
      documents_status: status,
      previous_documents_status: fc.option(status),
      digest,
    }),
    byDigest,
  );
  const readings = fc.uniqueArray(fc.record({ read_at: time, documents_status: status, digest }), byDigest);
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
  const facts = fc
    .tuple(changes, readings)
    .chain(([all, read]) =>
      fc.record({ all: fc.constant(all), read: fc.constant(read), allAgain: shuffled(all), readAgain: shuffled(read) }),
    );
  fc.assert(
    fc.property(facts, ({ all, read, allAgain, readAgain }) => {
      const timeline = timelineOf(all, read);
      expect(timelineOf(allAgain, readAgain)).toEqual(timeline);
      expect(timeline.filter((entry) => entry.source === "event")).toHaveLength(all.length);
      expect(timeline.map((entry) => entry.at)).toEqual(timeline.map((entry) => entry.at).toSorted());
    }),
    { numRuns: examples(100) },
  );
});

it("lets a read confirm another from half a minute on", () => {
  expect(confirms("2026-11-20T10:00:00.000000Z", "2026-11-20T10:00:29.999000Z")).toBe(false);
  expect(confirms("2026-11-20T10:00:00.000000Z", "2026-11-20T10:00:30.000000Z")).toBe(true);
});
