import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareFindingsRuns,
  compareItemChanges,
  compareLabelChanges,
  compareObservations,
  currentValue,
  orderDocumentChanges,
} from "./ordering.ts";

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000000Z`;
const change = (effective_at: string, previous: string | null, value: string, digest = `${previous}>${value}`) => ({
  effective_at,
  digest,
  documents_status: value,
  previous_documents_status: previous,
});
const path = (changes: ReturnType<typeof orderDocumentChanges>) => changes.map((entry) => entry.documents_status);

describe("orderDocumentChanges", () => {
  it("orders by time and finds no gap in an unbroken chain", () => {
    const ordered = orderDocumentChanges([
      change(at(2), "partial_upload", "full_upload"),
      change(at(1), null, "partial_upload"),
    ]);
    expect(path(ordered)).toEqual(["partial_upload", "full_upload"]);
    expect(ordered.map((entry) => entry.gap)).toEqual([false, false]);
  });

  it("is as fast for many changes of one instant as for changes of different instants", () => {
    const changes = Array.from({ length: 20_000 }, (_, index) => change(at(1), `a${index}`, `b${index}`));
    const before = process.cpuUsage();
    expect(orderDocumentChanges(changes)).toHaveLength(changes.length);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });

  it("puts the change that follows from the other one last if both have the same instant", () => {
    const ordered = orderDocumentChanges([
      change(at(1), "partial_upload", "full_upload", "00"),
      change(at(1), null, "partial_upload", "ff"),
    ]);
    expect(path(ordered)).toEqual(["partial_upload", "full_upload"]);
    expect(ordered.some((entry) => entry.gap)).toBe(false);
  });

  it("chains three at one instant", () => {
    const ordered = orderDocumentChanges([
      change(at(1), "b", "c", "00"),
      change(at(1), "a", "b", "aa"),
      change(at(1), null, "a", "ff"),
    ]);
    expect(path(ordered)).toEqual(["a", "b", "c"]);
  });

  it("marks a missing event: a wrong predecessor, or a first change that had a predecessor", () => {
    expect(orderDocumentChanges([change(at(1), "pending_upload", "partial_upload")])[0]?.gap).toBe(true);
    const ordered = orderDocumentChanges([change(at(1), null, "a"), change(at(2), "b", "c")]);
    expect(ordered.map((entry) => entry.gap)).toEqual([false, true]);
    expect(orderDocumentChanges([change(at(1), null, "a"), change(at(2), null, "a", "x")])[1]?.gap).toBe(true);
  });

  it("does not depend on the order of its input", () => {
    const value = fc.constantFrom("a", "b", "c");
    const facts = fc.uniqueArray(
      fc.record({
        second: fc.integer({ min: 0, max: 2 }),
        previous: fc.option(value),
        value,
        digest: fc.string({ minLength: 1 }),
      }),
      { selector: (fact) => fact.digest, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        facts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const order = (some: typeof list) =>
            orderDocumentChanges(some.map((f) => change(at(f.second), f.previous, f.value, f.digest)));
          expect(order(shuffled)).toEqual(order(list));
        },
      ),
    );
  });
});

describe("compareFindingsRuns", () => {
  const run = (
    effective_at: string | null,
    source: string | null,
    found_by: "event" | "api" = "event",
    digest = "00",
  ) => ({
    effective_at,
    source,
    found_by,
    digest,
  });
  it.each([
    ["a later time beats final", run(at(2), "provisional"), run(at(1), "final")],
    ["final beats provisional at one instant", run(at(1), "final"), run(at(1), "provisional", "event", "ff")],
    ["provisional beats an unnamed source", run(at(1), "provisional"), run(at(1), null, "event", "ff")],
    ["an event of unnamed source beats one found by reading", run(at(1), null), run(at(1), null, "api", "ff")],
    ["any time beats none", run(at(1), null, "api"), run(null, null, "api", "ff")],
    ["the digest settles the rest", run(at(1), "final", "event", "ff"), run(at(1), "final")],
  ])("%s", (_, later, earlier) => {
    expect(compareFindingsRuns(later, earlier)).toBeGreaterThan(0);
    expect(compareFindingsRuns(earlier, later)).toBeLessThan(0);
  });
});

describe("compareItemChanges", () => {
  const item = (
    effective_at: string,
    kind: "completed" | "extraction_completed" | "internal_status_changed",
    item_error: string | null = null,
    digest = "00",
  ) => ({ effective_at, kind, item_error, digest });
  it.each([
    ["later time", item(at(2), "internal_status_changed"), item(at(1), "completed", "broken")],
    ["completed", item(at(1), "completed"), item(at(1), "extraction_completed", "broken", "ff")],
    ["extraction", item(at(1), "extraction_completed"), item(at(1), "internal_status_changed", "broken", "ff")],
    ["present error", item(at(1), "completed", "broken"), item(at(1), "completed", null, "ff")],
    ["digest", item(at(1), "completed", null, "ff"), item(at(1), "completed")],
  ])("%s wins", (_, later, earlier) => {
    expect(compareItemChanges(later, earlier)).toBeGreaterThan(0);
    expect(compareItemChanges(earlier, later)).toBeLessThan(0);
  });
});

it("assigned beats removed at one instant, a later removal beats both", () => {
  const added = { effective_at: at(1), kind: "added" as const, digest: "00" };
  const removed = { effective_at: at(1), kind: "removed" as const, digest: "ff" };
  expect(compareLabelChanges(added, removed)).toBeGreaterThan(0);
  expect(compareLabelChanges({ ...removed, effective_at: at(2) }, added)).toBeGreaterThan(0);
});

it("an event beats a snapshot of the same instant, a later snapshot beats the event", () => {
  const event = { effective_at: at(1), found_by: "event" as const, digest: "00" };
  const read = { effective_at: at(1), found_by: "api" as const, digest: "ff" };
  expect(compareObservations(event, read)).toBeGreaterThan(0);
  expect(compareObservations({ ...read, effective_at: at(2) }, event)).toBeGreaterThan(0);
});

it("returns the time since which the current value holds, whatever confirmed it later", () => {
  const seen = (second: number, status: string) => ({ effective_at: at(second), status });
  const observations = [seen(1, "pending"), seen(2, "finished"), seen(3, "pending"), seen(4, "pending")];
  expect(currentValue(observations, (o) => o.status)).toEqual({ value: "pending", since: at(3) });
  expect(currentValue([], () => "")).toBeNull();
});
