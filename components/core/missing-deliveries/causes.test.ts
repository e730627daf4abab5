import { describe, expect, it } from "vitest";
import type { ReceiverCheck } from "#lib/core/contract/deliveries/delivery.ts";
import { causesOf } from "./causes.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString();
const connected = { url: "https://cotejo.example/hooks/r1", problems: [], missing_events: [], last_delivery_at: at(1) };
const status = (state: "connected" | "down") =>
  ({ receiver: { state, problems: [], since: null } }) as unknown as Parameters<typeof causesOf>[0]["status"];
const well = { receiver: connected, status: status("connected"), refusal: null, nowMs: NOW };
const receiver = (part: Partial<ReceiverCheck>) => ({
  ...well,
  receiver: { ...connected, ...part },
});

describe("the five causes of missing deliveries", () => {
  it("are none if all checks pass", () => {
    const states = Object.values(causesOf(well)).map(({ state }) => state);
    expect(states).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  });

  it.each([
    ["http://cotejo.example/hooks/r1", "trouble", "trouble"],
    ["http://127.0.0.1:3001/hooks/r1", "ok", "local"],
    ["http://localhost.example/hooks/r1", "trouble", "trouble"],
    ["nonsense", "trouble", "trouble"],
    [null, "trouble", "none"],
  ])("the address %s", (url, state, words) => {
    expect(causesOf(receiver({ url })).https).toEqual({ state, words });
  });

  it.each([
    [at(23), "ok"],
    [at(25), "unknown"],
    [null, "unknown"],
  ])("a firewall, after a last delivery at %s", (last, state) => {
    expect(causesOf(receiver({ last_delivery_at: last })).firewall).toEqual({ state, last });
  });

  it("a receiver that is down or unknown", () => {
    expect(causesOf({ ...well, status: status("down") }).slow.state).toBe("trouble");
    expect(causesOf({ ...well, status: null }).slow.state).toBe("unknown");
  });

  it.each([
    ["disabled_at_service", "trouble", "disabled"],
    ["deleted_at_service", "trouble", "deleted"],
    ["not_connected", "trouble", "none"],
    ["other_address", "trouble", "address"],
    ["missing_events", "trouble", "events"],
    ["service_unavailable", "unknown", "unknown"],
  ] as const)("a webhook that is %s", (problem, state, words) => {
    expect(causesOf(receiver({ problems: [problem] })).disabled).toEqual({ state, words });
  });

  it("a signature that was refused within a day", () => {
    expect(causesOf({ ...well, refusal: { at: at(2) } }).signature.state).toBe("trouble");
    expect(causesOf({ ...well, refusal: { at: at(30) } }).signature.state).toBe("ok");
  });
});
