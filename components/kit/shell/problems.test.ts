import { expect, test } from "vitest";
import { systemStatus } from "#tools/test/system-status.ts";
import { problemsOf } from "./problems.ts";

const since = "2026-11-20T12:00:00.000000Z";
const now = Date.parse(since);
const soon = "2026-11-20T12:00:29.000000Z";
const later = "2026-11-20T12:00:30.000000Z";

test("no problem is shown in normal operation or with a short queue", () => {
  expect(problemsOf(systemStatus(), now)).toEqual([]);
  expect(problemsOf(systemStatus({ clock: { state: "unknown", ahead_seconds: null } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { waiting: 1_200 } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { paused_until: later } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { waiting: 1, paused_until: soon } }), now)).toEqual([]);
});

test.each([
  [{ clock: { state: "wrong" }, backup: { state: "failed" } }, ["clock_wrong", "backup_failed"]],
  [{ reads: { waiting: 1_201 } }, ["reads_behind"]],
  [{ service: { state: "unauthorized" }, reads: { waiting: 9_000 } }, []],
  [{ service: { state: "failing" }, reads: { waiting: 9_000 } }, []],
  [{ reads: { waiting: 25, per_second: 0.2 } }, ["reads_behind"]],
  [{ reads: { waiting: 1, paused_until: later } }, ["reads_paused"]],
  [{ backup: { state: "failed" } }, ["backup_failed"]],
  [{ backup: { state: "overdue" } }, ["backup_overdue"]],
  [{ backup: { state: "pending" } }, []],
] as const)("%j is %j", (changes, problems) => {
  const shown = problemsOf(systemStatus(changes as unknown as Parameters<typeof systemStatus>[0]), now);
  expect(shown.map(({ problem }) => problem)).toEqual(problems);
});

test.each([
  [600, { minutes: 10, direction: "ahead" }],
  [-90, { minutes: 2, direction: "behind" }],
])("a clock that is %d s ahead is given in minutes", (ahead_seconds, values) => {
  const [shown] = problemsOf(systemStatus({ clock: { state: "wrong", ahead_seconds, since } }), now);
  expect(shown).toEqual({ problem: "clock_wrong", since, values });
});

test.each([
  [since, "true"],
  [null, "false"],
])("a failed backup shows the age of the last good one: %s", (last_succeeded_at, known) => {
  const [shown] = problemsOf(systemStatus({ backup: { state: "failed", last_succeeded_at } }), now);
  expect(shown).toEqual({ problem: "backup_failed", since: null, at: last_succeeded_at, values: { known } });
});
