import { expect, test } from "vitest";
import type { Delivery } from "#lib/core/server/inbox/store-deliveries.ts";
import { createDeliveryQueue, type QueueOptions, type StoreBatch } from "./delivery-queue.ts";

class RowFault extends Error {}

const delivery = (signature: string, bytes = 10): Delivery => ({
  signature,
  receiver_id: "rcv",
  signed_at: 1,
  body: Buffer.alloc(bytes),
  late: false,
  event_name: null,
  verification_id: null,
  unrecognized: null,
});

/** A store that answers on command, and records its batches. */
function queueWith(store: StoreBatch, options: Partial<QueueOptions> = {}) {
  const batches: string[][] = [];
  const problems: unknown[] = [];
  const queue = createDeliveryQueue(
    (batch) => {
      batches.push(batch.map(({ signature }) => signature));
      return store(batch);
    },
    {
      isRowFault: (error) => error instanceof RowFault,
      onProblem: (error) => problems.push(error),
      ...options,
    },
  );
  const addAll = (...signatures: string[]) =>
    Promise.allSettled(signatures.map((signature) => queue.add(delivery(signature))));
  return { queue, batches, problems, addAll };
}

const storeAll: StoreBatch = async (batch) => batch.map((_, index) => ({ id: index, stored: true }));

test("deliveries that arrive together are stored together, and each gets its own answer", async () => {
  const { batches, addAll } = queueWith(storeAll);
  expect(await addAll("a", "b", "c")).toEqual(
    [0, 1, 2].map((id) => ({ status: "fulfilled", value: { id, stored: true } })),
  );
  expect(batches).toEqual([["a", "b", "c"]]);
});

test("deliveries that arrive while the lanes are busy become the next batch", async () => {
  const first = Promise.withResolvers<void>();
  const { batches, addAll } = queueWith(
    async (batch) => {
      if (batches.length === 1) await first.promise;
      return storeAll(batch);
    },
    { lanes: 1 },
  );
  const begun = addAll("a");
  await expect.poll(() => batches.length).toBe(1);
  const rest = addAll("b", "c");
  first.resolve();
  await Promise.all([begun, rest]);
  expect(batches).toEqual([["a"], ["b", "c"]]);
});

test("a batch is bounded in rows and in bytes, but a single large delivery still goes", async () => {
  const rows = queueWith(storeAll, { maxBatchRows: 2, lanes: 1 });
  await rows.addAll("a", "b", "c");
  expect(rows.batches).toEqual([["a", "b"], ["c"]]);
  const bytes = queueWith(storeAll, { maxBatchBytes: 15, lanes: 1 });
  await Promise.all([
    bytes.queue.add(delivery("a", 100)),
    bytes.queue.add(delivery("b")),
    bytes.queue.add(delivery("c")),
  ]);
  expect(bytes.batches).toEqual([["a"], ["b"], ["c"]]);
});

test("only the bad row of a batch is rejected", async () => {
  const { batches, problems, addAll } = queueWith(async (batch) => {
    if (batch.some(({ signature }) => signature === "bad")) throw new RowFault();
    return storeAll(batch);
  });
  const outcomes = await addAll("a", "bad", "b");
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([["a", "bad", "b"], ["a"], ["bad"], ["b"]]);
  expect(problems).toHaveLength(1);
});

test("a storage failure rejects all waiting deliveries, without trying batch by batch", async () => {
  const { batches, addAll } = queueWith(
    async () => {
      throw new Error("connection lost");
    },
    { maxBatchRows: 2, lanes: 1 },
  );
  const outcomes = await addAll("a", "b", "c", "d");
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.name)).toEqual(
    Array(4).fill("StorageUnavailable"),
  );
  expect(batches).toEqual([["a", "b"]]);
});

test("a full queue rejects at once", async () => {
  const { addAll } = queueWith(storeAll, { maxWaiting: 2, lanes: 1 });
  const outcomes = await addAll("a", "b", "c");
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});
