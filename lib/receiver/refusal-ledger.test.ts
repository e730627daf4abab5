import { expect, test } from "vitest";
import type { CountedRefusal, Refusal } from "#lib/server/inbox/store-refusals.ts";
import { createRefusalLedger } from "./refusal-ledger.ts";

const NEVER = 1_000_000_000;

const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  at: 1_700_000_000_000,
  reason: "no_match",
  receiver_id: "rcv",
  size: 10,
  body_hash: "00",
  skew_seconds: 0,
  source_address: "192.0.2.1",
  ...more,
});

const ledgerWith = (store: (refusals: CountedRefusal[]) => Promise<void>) => {
  const failures: unknown[] = [];
  return { failures, ledger: createRefusalLedger(store, (error) => failures.push(error), NEVER) };
};

test("refusals alike are counted, others told apart", async () => {
  const written: CountedRefusal[] = [];
  const { ledger } = ledgerWith(async (refusals) => void written.push(...refusals));
  for (const body_hash of ["00", "01", "00", "00"]) ledger.count(refusal({ body_hash }));
  await ledger.flush();
  await ledger.flush();
  expect(written.map(({ body_hash, count }) => [body_hash, count])).toEqual([
    ["00", 3],
    ["01", 1],
  ]);
});

test("a flood takes no more memory than a hundred and some rows, and none of it goes uncounted", async () => {
  const written: CountedRefusal[] = [];
  const { ledger } = ledgerWith(async (refusals) => void written.push(...refusals));
  for (let index = 0; index < 10_000; index += 1) {
    ledger.count(refusal({ body_hash: String(index), reason: index % 2 ? "no_match" : "bad_header" }));
  }
  expect(ledger.wantsParticulars()).toBe(false);
  await ledger.flush();
  expect(written.length).toBeLessThanOrEqual(102);
  expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  expect(written.filter(({ body_hash }) => body_hash === null).map(({ reason }) => reason)).toHaveLength(2);
  expect(ledger.wantsParticulars()).toBe(true);
});

test("what could not be written is kept for the next time", async () => {
  let away = true;
  const written: CountedRefusal[] = [];
  const { ledger, failures } = ledgerWith(async (refusals) => {
    if (away) throw new Error("away");
    written.push(...refusals);
  });
  ledger.count(refusal());
  await ledger.flush();
  ledger.count(refusal());
  away = false;
  await ledger.flush();
  expect(written).toMatchObject([{ count: 2 }]);
  expect(failures).toHaveLength(1);
});
