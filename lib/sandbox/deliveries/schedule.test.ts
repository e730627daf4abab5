import { expect, it } from "vitest";
import { responseTimeout } from "./send.ts";

it("gives a receiver thirty seconds, and never less than it needs in real time", () => {
  expect([responseTimeout(1), responseTimeout(5), responseTimeout(1_000)]).toEqual([30_000, 6_000, 3_000]);
});
