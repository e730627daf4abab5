import { expect, test } from "vitest";
import { systemStatus } from "#test/system-status.ts";
import { problemsOf } from "./problems.tsx";

const since = "2026-11-20T12:00:00.000000Z";
const now = Date.parse(since);
const soon = "2026-11-20T12:00:29.000000Z";
const later = "2026-11-20T12:00:30.000000Z";

test("no problem is shown in normal operation, while a webhook is being created, or with a short queue", () => {
  expect(problemsOf(systemStatus(), now)).toEqual([]);
  expect(problemsOf(systemStatus({ service: { state: "unknown" }, receiver: { state: "creating" } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ clock: { state: "unknown", ahead_seconds: null } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { waiting: 1_200 } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { paused_until: later } }), now)).toEqual([]);
  expect(problemsOf(systemStatus({ reads: { waiting: 1, paused_until: soon } }), now)).toEqual([]);
});

test.each([
  [{ storage: "full" }, ["storage_full"]],
  [{ storage: "read_only", receiver: { state: "down" } }, ["storage_read_only", "receiver_down"]],
  [{ storage: "failing", clock: { state: "wrong" } }, ["storage_failing", "clock_wrong"]],
  [{ receiver: { state: "missing" } }, ["receiver_missing"]],
  [{ receiver: { state: "down" } }, ["receiver_down"]],
  [{ receiver: { state: "problem", problems: ["silence"] } }, ["receiver_silent"]],
  [{ receiver: { state: "problem", problems: ["deleted_at_service", "silence"] } }, ["receiver_deleted"]],
  [{ receiver: { state: "problem", problems: ["disabled_at_service"] } }, ["receiver_disabled"]],
  [{ receiver: { state: "problem", problems: ["other_address"] } }, ["receiver_elsewhere"]],
  [{ receiver: { state: "problem", problems: ["missing_events"] } }, ["receiver_incomplete"]],
  [{ receiver: { state: "problem", problems: ["refused", "missing_events"] } }, ["receiver_refusing"]],
  [{ service: { state: "unauthorized", ever_accepted: false } }, ["service_never_accepted"]],
  [{ service: { state: "unauthorized" }, receiver: { state: "missing" } }, ["service_unauthorized"]],
  [
    { service: { state: "unauthorized" }, receiver: { state: "down" }, reads: { waiting: 9_000 } },
    ["service_unauthorized", "receiver_down"],
  ],
  [{ service: { state: "unauthorized", code: "SERVICE_UNAUTHORIZED" } }, ["service_unauthorized"]],
  [{ service: { state: "unauthorized", restored_from: since } }, ["service_restored"]],
  [{ service: { state: "failing", restored_from: since } }, ["service_failing"]],
  [{ service: { state: "unknown", restored_from: since } }, []],
  [{ service: { state: "failing", code: "SERVICE_FORBIDDEN" } }, ["service_forbidden"]],
  [{ service: { state: "failing", code: "SERVICE_TIMEOUT" } }, ["service_failing"]],
  [{ service: { state: "failing" }, receiver: { state: "down" } }, ["receiver_down", "service_failing"]],
  [{ clock: { state: "wrong" }, receiver: { state: "down" } }, ["receiver_down", "clock_wrong"]],
  [{ reads: { waiting: 1_201 } }, ["reads_behind"]],
  [{ reads: { waiting: 25, per_second: 0.2 } }, ["reads_behind"]],
  [{ reads: { waiting: 1, paused_until: later } }, ["reads_paused"]],
  [{ backup: { state: "failed" } }, ["backup_failed"]],
  [{ backup: { state: "overdue" }, receiver: { state: "down" } }, ["receiver_down", "backup_overdue"]],
  [{ backup: { state: "pending" } }, []],
] as const)("%j is %j", (changes, problems) => {
  const shown = problemsOf(systemStatus(changes as unknown as Parameters<typeof systemStatus>[0]), now);
  expect(shown.map(({ problem }) => problem)).toEqual(problems);
});

test.each([
  ["connected", "true"],
  ["missing", "false"],
] as const)("a refused key with a webhook that is %s is shown, with arriving events: %s", (state, connected) => {
  const [shown] = problemsOf(systemStatus({ service: { state: "unauthorized", since }, receiver: { state } }), now);
  expect(shown).toEqual({ problem: "service_unauthorized", since, values: { connected } });
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
