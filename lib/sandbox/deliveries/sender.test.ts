import { expect, it } from "vitest";
import { createBatch } from "./sender.ts";

/** A batch whose writes end on command. */
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

it("writes together what comes while a write is at work", async () => {
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

it("reports a failed write to those whose entries it held, and goes on", async () => {
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
