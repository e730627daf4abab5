import { expect, it } from "vitest";
import { responseTimeout, retryDelay } from "./schedule.ts";

const waits = (scale: number) => [0, 1, 2, 3, 4, 5].map((failures) => retryDelay(failures, scale));

it("retries five times, after 30, 60, 120, 240 and 480 seconds, then never again", () => {
  expect(waits(1)).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, null]);
});

it("divides every wait by the time scale", () => {
  expect(waits(100)).toEqual([300, 600, 1_200, 2_400, 4_800, null]);
});

it("gives a receiver thirty seconds, and never less than it needs in real time", () => {
  expect([responseTimeout(1), responseTimeout(5), responseTimeout(1_000)]).toEqual([30_000, 6_000, 3_000]);
});
