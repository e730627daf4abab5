import { expect, it } from "vitest";
import { retryTimes } from "./delivery.ts";

it("a delivery is tried again after 30 s, 1.5, 3.5, 7.5 and 15.5 minutes (interface, Limits)", () => {
  expect(retryTimes(1_000).map((at) => (at - 1_000) / 60_000)).toEqual([0.5, 1.5, 3.5, 7.5, 15.5]);
});
