import { beforeEach, expect, it, vi } from "vitest";
import { LATE_AFTER_MS } from "#lib/core/server/inbox/priority/run-batches.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { sealEvidence } from "./seal.ts";
import { WRITERS } from "./testing/entries.ts";

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const database = await ownDatabase();
const { pool } = database;
const ENTRIES = 35;
const BATCH = 10;

/** Seals until the first pause, or to the end without one. */
async function sealUntilRest(): Promise<{ sealed: number; rests: number[] }> {
  const stop = new AbortController();
  const rests: number[] = [];
  const rest = async (ms: number) => {
    rests.push(ms);
    stop.abort();
  };
  const began = performance.now();
  const sealed = await sealEvidence(database, { signal: stop.signal, batch: BATCH, rest });
  const took = performance.now() - began;
  for (const ms of rests) expect(ms).toBeLessThan(25 * took);
  return { sealed, rests };
}

/** As if the unsealed deliveries had waited to be applied for this time. */
const wait = (ms: number) =>
  pool.query(
    `UPDATE inbox SET state = 'pending', received_at = now() - make_interval(secs => $1)
     WHERE id > (SELECT newest_id FROM evidence_progress WHERE kind = 'delivery')`,
    [ms / 1_000],
  );

beforeEach(async () => {
  await pool.query("UPDATE inbox SET state = 'applied'");
  await sealEvidence(database);
  for (let count = 0; count < ENTRIES; count += 1) await WRITERS.inbox(pool);
});

it("does not pause while no delivery waits", async () => {
  expect(await sealUntilRest()).toEqual({ sealed: ENTRIES, rests: [] });
});

it("pauses after each batch while deliveries wait, many times as long as the batch took", async () => {
  await wait(2_000);
  const { sealed, rests } = await sealUntilRest();
  expect(sealed).toBe(BATCH);
  expect(rests).toEqual([expect.any(Number)]);
  expect(rests[0]).toBeGreaterThan(0);
});

it("does not pause once an entry has been unsealed for too long, however many deliveries wait", async () => {
  await wait(LATE_AFTER_MS + 1_000);
  expect(await sealUntilRest()).toEqual({ sealed: ENTRIES, rests: [] });
});

it("seals other entries while deliveries wait", async () => {
  await wait(2_000);
  await WRITERS.audit_log(pool);
  await sealUntilRest();
  const { rows } = await pool.query(
    "SELECT id FROM audit_log WHERE id NOT IN (SELECT source_id FROM evidence_leaves WHERE kind = 'audit')",
  );
  expect(rows).toEqual([]);
});
