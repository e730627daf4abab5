import { expect, it } from "vitest";
import { estimated, totalOf } from "./total.ts";

const sample = (fit: number, share: number) => ({
  ...{ sampled: 4_000, share, own: 4_000, terms: 4_000, valued: 4_000, text: fit, named: 0, fit, names: [] },
});

it("is exact to ten thousand", () => {
  expect(totalOf(10_000)).toBe(10_000);
  expect(totalOf(10_001)).toEqual({ at_least: 10_000 });
});

it("estimates from a sample with the figures that its size bears, and says what is certain", () => {
  expect(estimated(sample(1_234, 0.004))).toEqual({ at_least: 1_234, about: 310_000 });
  expect(estimated(sample(57, 0.004))).toEqual({ at_least: 57, about: 10_000 });
});
