import { expect, it } from "vitest";
import { formatSize } from "./system-parts.tsx";

it.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [1_000, "1 kB"],
  [999_499, "999 kB"],
  [999_501, "1 MB"],
  [1_049_999, "1.05 MB"],
  [5_000_000_000, "5 GB"],
  [123_456_789_012_345, "123 TB"],
  [7_000_000_000_000_000, "7,000 TB"],
])("%d bytes are %s", (bytes, words) => {
  expect(formatSize(bytes, "en")).toBe(words);
});
