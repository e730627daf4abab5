import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBusyLines } from "./busy-lines.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("a hundred lines of a kind are written in a second, the next one with the number of the omitted", () => {
  const lines: { kind: string; omitted?: number }[] = [];
  const take = (facts: object) => void lines.push(facts as { kind: string });
  const log = { info: take, warn: take, debug: take } as unknown as Parameters<typeof createBusyLines>[0];
  const write = createBusyLines(log);
  for (let count = 0; count < 250; count++) write("info", "stored", { kind: "stored" }, "delivery");
  // A flood of one kind hides no other.
  write("warn", "refused", { kind: "refused" }, "delivery");
  expect(lines.map(({ kind }) => kind)).toEqual([...Array(100).fill("stored"), "refused"]);
  vi.advanceTimersByTime(1_000);
  write("info", "stored", { kind: "stored" }, "delivery");
  expect(lines.at(-1)).toEqual({ kind: "stored", omitted: 150 });
});
