import { expect, it } from "vitest";
import { systemStatus } from "#test/system-status.ts";
import { connectionState } from "./connection-section.tsx";

const NOW = new Date("2026-11-20T12:00:00Z");
const minutesAgo = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const recent = { last_event_at: minutesAgo(3) };

it.each([
  ["live", systemStatus(recent)],
  ["none", systemStatus({ last_event_at: null })],
  ["quiet", systemStatus({ last_event_at: minutesAgo(61) })],
  ["live", systemStatus({ ...recent, inbox: { waiting: 5, oldest_at: minutesAgo(0.9) } })],
  ["late", systemStatus({ ...recent, inbox: { waiting: 5, oldest_at: minutesAgo(2) } })],
  ["late", systemStatus({ last_event_at: minutesAgo(61), inbox: { waiting: 5, oldest_at: minutesAgo(61) } })],
  ["partial", systemStatus({ ...recent, receiver: { state: "problem", problems: ["refused"] } })],
  ["deaf", systemStatus({ ...recent, receiver: { state: "missing" } })],
  ["deaf", systemStatus({ ...recent, inbox: { oldest_at: minutesAgo(2) }, receiver: { state: "down" } })],
  ["deaf", systemStatus({ ...recent, storage: "full" })],
  ["connecting", systemStatus({ last_event_at: null, receiver: { state: "creating" } })],
] as const)("the connection is %s", (state, status) => {
  expect(connectionState(status, NOW)).toBe(state);
});
