import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Delivery } from "#lib/core/server/inbox/store-deliveries.ts";
import type { ClockState } from "./clock.ts";
import { createReadiness, type Readiness } from "./readiness.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
let readiness: Readiness;
afterEach(() => {
  readiness.stop();
  vi.useRealTimers();
});

/** A storage that has room for rows smaller than `room`, and records the sizes of the requested proofs. */
function storageWith(room: number) {
  const state = { room, proofs: [] as number[], hangs: false, verifies: true, clock: "right" as ClockState };
  const fits = (bytes: number) => {
    if (bytes >= state.room) throw new Error("no space left on device");
  };
  const storage = {
    store: async (batch: readonly Delivery[]) => {
      for (const { body } of batch) fits(body.length);
      return batch.map((_, id) => ({ id, stored: true }));
    },
    prove: async (bytes: number) => {
      state.proofs.push(bytes);
      if (state.hangs) await new Promise(() => undefined);
      fits(bytes);
    },
  };
  readiness = createReadiness(storage, { verifies: () => state.verifies }, { state: () => state.clock });
  return state;
}

const delivery = (bytes: number) => [{ body: Buffer.alloc(bytes) } as Delivery];
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("is not ready before its first write", async () => {
  storageWith(10_000);
  expect(readiness.missing()).toEqual(["database"]);
  await readiness.begun;
  expect(readiness.missing()).toEqual([]);
});

it("proves itself by a test write every ten seconds, every second after a failure, however often it is requested", async () => {
  const state = storageWith(10_000);
  for (let ms = 0; ms < 30_000; ms += 100) {
    readiness.missing();
    await after(100);
  }
  expect(state.proofs).toHaveLength(4);
  state.room = 0;
  await after(10_000);
  expect(readiness.missing()).toEqual(["database"]);
  state.proofs = [];
  await after(10_000);
  expect(state.proofs).toHaveLength(10);
  state.room = 10_000;
  await after(1_000);
  expect(readiness.missing()).toEqual([]);
});

it("needs no other proof than stored deliveries", async () => {
  const state = storageWith(10_000);
  await readiness.begun;
  for (let second = 0; second < 60; second++) {
    await readiness.store(delivery(500));
    await after(1_000);
  }
  expect(state.proofs).toHaveLength(1);
});

it("is not ready after a failed delivery until a delivery of its size can be stored", async () => {
  const state = storageWith(4_000);
  await readiness.begun;
  await expect(readiness.store(delivery(5_000))).rejects.toThrow();
  expect(readiness.missing()).toEqual(["database"]);
  await readiness.store(delivery(500));
  await after(3_000);
  expect(readiness.missing()).toEqual(["database"]);
  expect(state.proofs.at(-1)).toBe(5_000);
  state.room = 6_000;
  await after(1_000);
  expect(readiness.missing()).toEqual([]);
});

it("does not count a row that the database refuses as its own failure", async () => {
  const state = storageWith(10_000);
  await readiness.begun;
  state.room = 0;
  const refused = Object.assign(new Error("duplicate key"), { code: "23505", severity: "ERROR" });
  const storage = { store: () => Promise.reject(refused), prove: async () => undefined };
  readiness.stop();
  readiness = createReadiness(storage, { verifies: () => true }, { state: () => "right" });
  await readiness.begun;
  await expect(readiness.store(delivery(10))).rejects.toThrow();
  expect(readiness.missing()).toEqual([]);
});

it("counts an unfinished proof as failed", async () => {
  const state = storageWith(10_000);
  await readiness.begun;
  state.hangs = true;
  await after(11_000);
  expect(readiness.missing()).toEqual([]);
  await after(3_000);
  expect(readiness.missing()).toEqual(["database"]);
});

it("names secrets that cannot be opened", async () => {
  const state = storageWith(10_000);
  await readiness.begun;
  state.verifies = false;
  expect(readiness.missing()).toEqual(["secrets"]);
});

it.each<[ClockState, string[]]>([
  ["right", []],
  ["unknown", []],
  ["wrong", ["clock"]],
])("with a clock that is %s it lacks %j", async (clock, missing) => {
  const state = storageWith(10_000);
  await after(0);
  state.clock = clock;
  expect(readiness.missing()).toEqual(missing);
});
