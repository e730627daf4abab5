import { expect, it } from "vitest";
import { connectionOf } from "#lib/core/contract/connection.ts";
import { systemStatus } from "#tools/test/system-status.ts";
import { isLate } from "./connection-section.tsx";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const recent = { last_event_at: minutesAgo(3) };

it.each([
  [false, systemStatus(recent)],
  [false, systemStatus({ ...recent, inbox: { waiting: 5, oldest_at: minutesAgo(0.9) } })],
  [true, systemStatus({ ...recent, inbox: { waiting: 5, oldest_at: minutesAgo(2) } })],
  [true, systemStatus({ last_event_at: minutesAgo(61), inbox: { waiting: 5, oldest_at: minutesAgo(61) } })],
  [false, systemStatus({ ...recent, inbox: { oldest_at: minutesAgo(2) }, receiver: { state: "down" } })],
])("deliveries are late: %s", (late, status) => {
  expect(isLate(connectionOf(status, NOW), status, NOW)).toBe(late);
});
