import { describe, expect, it } from "vitest";
import { daysOf, PRESETS, presetOf } from "./period-panel.tsx";

describe("the days of a preset", () => {
  it.each([
    ["last7", "2026-11-20", "2026-11-26"],
    ["last30", "2026-10-28", "2026-11-26"],
    ["last90", "2026-08-29", "2026-11-26"],
    ["last365", "2025-11-27", "2026-11-26"],
    ["month", "2026-11-01", "2026-11-26"],
    ["lastMonth", "2026-10-01", "2026-10-31"],
    ["quarter", "2026-10-01", "2026-11-26"],
    ["year", "2026-01-01", "2026-11-26"],
  ] as const)("%s", (preset, from, to) => {
    expect(daysOf(preset, "2026-11-26")).toEqual({ from, to });
  });

  it("cross the turn of a year, and end with February", () => {
    expect(daysOf("lastMonth", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(daysOf("lastMonth", "2024-03-31")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
    expect(daysOf("quarter", "2026-01-01")).toEqual({ from: "2026-01-01", to: "2026-01-01" });
  });

  it("are recognised", () => {
    for (const preset of PRESETS) expect(presetOf(daysOf(preset, "2026-11-26"), "2026-11-26")).toBe(preset);
    expect(presetOf({ from: "2026-10-02", to: "2026-11-26" }, "2026-11-26")).toBeNull();
  });
});
