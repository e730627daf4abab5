import { expect, test } from "vitest";
import type { CountedRefusal, Refusal } from "#lib/core/server/inbox/store-refusals.ts";
import { createRefusalLedger } from "./ledgers.ts";
import type { Source } from "./source.ts";

const NEVER = 1_000_000_000;

const from = (address: string, ofService = false): Source => ({ address, key: address, ofService });
const STRANGER = from("192.0.2.1");

const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  at: 1_700_000_000_000,
  reason: "no_match",
  receiver_id: "rcv",
  size: 10,
  body_hash: "00",
  skew_seconds: 0,
  source_address: "192.0.2.1",
  own: false,
  ...more,
});

const ledgerWith = (store: (refusals: CountedRefusal[]) => Promise<void>) => {
  const failures: unknown[] = [];
  return { failures, ledger: createRefusalLedger(store, (error) => failures.push(error), NEVER) };
};
const recording = () => {
  const written: CountedRefusal[] = [];
  return { written, ...ledgerWith(async (refusals) => void written.push(...refusals)) };
};
const sum = (refusals: CountedRefusal[]) => refusals.reduce((total, { count }) => total + count, 0);

test("counts equal refusals, and keeps different ones separately", async () => {
  const { written, ledger } = recording();
  for (const body_hash of ["00", "01", "00", "00"]) ledger.count(refusal({ body_hash }), STRANGER);
  await ledger.flush();
  await ledger.flush();
  expect(written.map(({ body_hash, count }) => [body_hash, count])).toEqual([
    ["00", 3],
    ["01", 1],
  ]);
});

test("reduces a flood from one source to a few samples and a count per reason, and hides no other source's refusal", async () => {
  const { written, ledger } = recording();
  for (let index = 0; index < 10_000; index += 1) {
    ledger.count(refusal({ body_hash: String(index), reason: index % 2 ? "no_match" : "bad_header" }), STRANGER);
  }
  expect(ledger.wantsParticulars(refusal(), STRANGER)).toBe(false);
  const other = from("198.51.100.7");
  expect(ledger.wantsParticulars(refusal(), other)).toBe(true);
  ledger.count(refusal({ source_address: other.address }), other);
  await ledger.flush();
  expect(written).toHaveLength(13);
  expect(sum(written)).toBe(10_001);
  expect(written.filter(({ body_hash }) => body_hash === null)).toMatchObject([
    { reason: "bad_header", source_network: "192.0.2.1", receiver_id: null, count: 4_995 },
    { reason: "no_match", source_network: "192.0.2.1", receiver_id: null, count: 4_995 },
  ]);
  expect(written.filter(({ source_address }) => source_address === other.address)).toMatchObject([
    { ...refusal({ source_address: other.address }), count: 1 },
  ]);
  expect(ledger.wantsParticulars(refusal(), STRANGER)).toBe(true);
});

test("counts indistinguishable refusals instead of keeping each", async () => {
  const { written, ledger } = recording();
  const bare = refusal({ reason: "no_header", receiver_id: null, size: null, body_hash: null, skew_seconds: null });
  for (let times = 0; times < 3; times += 1) ledger.count({ ...bare }, STRANGER);
  await ledger.flush();
  expect(written).toMatchObject([{ reason: "no_header", source_address: "192.0.2.1", count: 3 }]);
});

test("keeps a flood from many sources within bounded memory, with a place left for the service", async () => {
  const { written, ledger } = recording();
  for (let index = 0; index < 10_000; index += 1) {
    const source = from(`2001:db8:0:${index.toString(16)}`);
    for (let times = 0; times < 8; times += 1) {
      ledger.count(refusal({ body_hash: String(times), source_address: source.address }), source);
    }
  }
  const service = from("198.51.100.7", true);
  expect(ledger.wantsParticulars(refusal({ own: true }), service)).toBe(true);
  ledger.count(refusal({ source_address: service.address, own: true }), service);
  await ledger.flush();
  expect(written).toHaveLength(100 * 6 + 1 + 1);
  expect(sum(written)).toBe(80_001);
  expect(written.filter(({ source_network }) => source_network === null)).toMatchObject([
    { reason: "no_match", source_address: null, receiver_id: null, own: false, count: 79_200 },
  ]);
  expect(written).toContainEqual(expect.objectContaining({ source_address: service.address, own: true, count: 1 }));
});

test("counts refusals of the service apart from refusals of strangers at the same address, within a bound too", async () => {
  const { written, ledger } = recording();
  const proxy = from("10.0.0.1");
  for (let index = 0; index < 50; index += 1) ledger.count(refusal({ body_hash: `forged ${index}` }), proxy);
  ledger.count(refusal({ body_hash: "genuine", own: true }), proxy);
  await ledger.flush();
  expect(written.filter(({ own }) => own)).toMatchObject([{ body_hash: "genuine", count: 1 }]);
  written.length = 0;
  for (let index = 0; index < 500; index += 1) ledger.count(refusal({ own: true }), from(`198.51.100.${index}`));
  ledger.count(refusal(), STRANGER);
  await ledger.flush();
  expect(written.filter(({ own }) => own)).toHaveLength(20 + 1);
  expect(written.filter(({ own }) => !own)).toMatchObject([{ source_address: STRANGER.address, count: 1 }]);
});

test("keeps unwritten entries for the next write", async () => {
  let away = true;
  const written: CountedRefusal[] = [];
  const { ledger, failures } = ledgerWith(async (refusals) => {
    if (away) throw new Error("away");
    written.push(...refusals);
  });
  for (let index = 0; index < 8; index += 1) ledger.count(refusal({ body_hash: String(index) }), STRANGER);
  await ledger.flush();
  ledger.count(refusal({ body_hash: "0" }), STRANGER);
  away = false;
  await ledger.flush();
  expect(written.map(({ count }) => count)).toEqual([2, 1, 1, 1, 1, 3]);
  expect(failures).toHaveLength(1);
});
