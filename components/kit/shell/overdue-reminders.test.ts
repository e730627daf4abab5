import { expect, it } from "vitest";
import { overdue } from "#components/kit/shell/overdue-reminders.tsx";
import type { RotationElsewhere } from "#lib/core/contract/keys/keys.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const ROTATION: RotationElsewhere = {
  id: "00000000-0000-4000-8000-000000000000",
  state: "created",
  old_key_id: "ak_old",
  old_name: "Backend",
  new_key_id: "ak_new",
  new_name: "Backend-0123abcd",
  value: "stored",
  fingerprint: null,
  problem: null,
  candidates: null,
  started_by: null,
  started_at: "2026-11-20T11:00:00Z",
  created_at: "2026-11-20T11:00:01Z",
  stored_at: null,
  switched_at: null,
  ended_at: null,
};

it.each<[string, Partial<RotationElsewhere>, boolean]>([
  ["a day after its last step", {}, true],
  ["within a day of its beginning", { started_at: "2026-11-20T12:00:01Z", created_at: null }, false],
  ["within a day of its last step", { stored_at: "2026-11-21T11:00:00Z" }, false],
  ["once it is done", { state: "done", ended_at: "2026-11-20T11:30:00Z" }, false],
  ["once it is stopped", { state: "cancelled", ended_at: "2026-11-20T11:30:00Z" }, false],
])("%s: with %j, a reminder is shown: %s", (_, change, reminded) => {
  expect(overdue([{ ...ROTATION, ...change }], NOW)).toHaveLength(reminded ? 1 : 0);
});
