import { expect, test } from "vitest";
import type { SystemStatus } from "#lib/contract/status.ts";
import { troublesOf } from "./troubles.ts";

const since = "2026-11-20T12:00:00.000000Z";
const status = (
  service: Partial<SystemStatus["service"]>,
  receiver: Partial<SystemStatus["receiver"]>,
): SystemStatus => ({
  service: { state: "ok", since, code: null, ...service },
  receiver: { state: "connected", problems: [], since, ...receiver },
  last_event_at: since,
  sandbox: false,
});

test("all well is no trouble, and neither is a webhook that is being made", () => {
  expect(troublesOf(status({}, {}))).toEqual([]);
  expect(troublesOf(status({ state: "unknown" }, { state: "creating" }))).toEqual([]);
});

test.each([
  [{}, { state: "missing" }, ["receiver_missing"]],
  [{}, { state: "down" }, ["receiver_down"]],
  [{}, { state: "problem", problems: ["silence"] }, ["receiver_silent"]],
  [{ state: "unauthorized", code: "SERVICE_UNAUTHORIZED" }, {}, ["service_unauthorized"]],
  [{ state: "failing", code: "SERVICE_FORBIDDEN" }, {}, ["service_forbidden"]],
  [{ state: "failing", code: "SERVICE_TIMEOUT" }, {}, ["service_failing"]],
  [{ state: "failing", code: "SERVICE_ERROR" }, { state: "down" }, ["receiver_down", "service_failing"]],
] as const)("%j and %j is %j", (service, receiver, troubles) => {
  const told = troublesOf(status(service as SystemStatus["service"], receiver as unknown as SystemStatus["receiver"]));
  expect(told.map(({ trouble }) => trouble)).toEqual(troubles);
});
