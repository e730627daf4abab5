import { expect, it } from "vitest";
import { formatDuration } from "./time.tsx";

const MINUTE = 60_000;

it.each([
  [0, "0 sec"],
  [45_900, "45 sec"],
  [61_000, "1 min"],
  [192 * MINUTE, "3 hr 12 min"],
  [180 * MINUTE, "3 hr"],
  [(2 * 24 + 4) * 60 * MINUTE + 59 * MINUTE, "2 days 4 hr"],
  [-5, "0 sec"],
])("%d ms is %s", (ms, text) => {
  expect(formatDuration(ms, "en")).toBe(text);
});

it("writes Spanish as in Mexico", () => {
  expect(formatDuration(192 * MINUTE, "es-MX")).toBe("3 h 12 min");
});
