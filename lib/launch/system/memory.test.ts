import { expect, test } from "vitest";
import { checkMemory } from "./memory.ts";

test("512 MB are refused in one line, and 1 GB is enough", () => {
  expect(() => checkMemory(512)).toThrow(/^512 MB of memory are too few: give Cotejo 1 GB$/);
  // A machine of 1 GB, without the part of the kernel.
  expect(() => checkMemory(960)).not.toThrow();
});
