import { expect, it } from "vitest";
import { createBatch } from "./sender.ts";

/** A batch whose writes end when the test says so. */
function start() {
  const writes: { entries: number[]; end: PromiseWithResolvers<void> }[] = [];
  const add = createBatch<number>((entries) => {
    const end = Promise.withResolvers<void>();
    writes.push({ entries, end });
    return end.promise;
  });
  return { add, writes };
}
const turn = () => new Promise(setImmediate);

it("writes entries together that arrive during a write", async () => {
  const { add, writes } = start();
  const first = add(1);
  await turn();
  const later = [add(2), add(3)];
  writes[0]?.end.resolve();
  await first;
  await turn();
  expect(writes.map(({ entries }) => entries)).toEqual([[1], [2, 3]]);
  writes[1]?.end.resolve();
  await Promise.all(later);
});

it("reports a failed write to the callers of its entries, and continues", async () => {
  const { add, writes } = start();
  const first = add(1);
  await turn();
  const second = add(2);
  writes[0]?.end.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  writes[1]?.end.resolve();
  await second;
  expect(writes.map(({ entries }) => entries)).toEqual([[1], [2]]);
});
