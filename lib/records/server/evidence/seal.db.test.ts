import { beforeEach, expect, it, vi } from "vitest";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { checkEvidence } from "./check.ts";
import { proveConsistency, proveInclusion, readHead } from "./proofs.ts";
import { sealEvidence } from "./seal.ts";
import { isSigned } from "./signing-key.ts";
import { WRITERS } from "./testing/entries.ts";
import { verifyConsistency, verifyInclusion } from "./testing/verify-proofs.ts";

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const database = await ownDatabase();
const { pool } = database;
const seal = () => sealEvidence(database, { batch: 7 });
const actor = { user: null, address: null, user_agent: null };

const leaves = async () =>
  (
    await pool.query<{ position: number; kind: string; source_id: number }>(
      "SELECT position, kind, source_id FROM evidence_leaves ORDER BY position",
    )
  ).rows;

beforeEach(async () => {
  for (const write of Object.values(WRITERS)) await write(pool);
});

it("seals each committed entry once, and signs the head", async () => {
  const before = await leaves();
  const ids = [await WRITERS.audit_log(pool), await WRITERS.inbox(pool), await WRITERS.review_log(pool)];
  expect(await seal()).toBeGreaterThanOrEqual(6);
  expect(await seal()).toBe(0);
  const after = (await leaves()).slice(before.length);
  for (const [at, kind] of ["audit", "delivery", "review"].entries())
    expect(after.filter((leaf) => leaf.kind === kind && leaf.source_id === ids[at])).toHaveLength(1);
  const head = await readHead(database);
  expect(head.size).toBe((await leaves()).length);
  expect(isSigned(head)).toBe(true);
  expect(isSigned({ ...head, size: head.size - 1 })).toBe(false);
  expect((await checkEvidence(database)).findings).toEqual([]);
});

it("seals an entry that commits after a later one next", async () => {
  const early = await pool.connect();
  await early.query("BEGIN");
  const late = { audit: await WRITERS.audit_log(early), delivery: await WRITERS.inbox(early) };
  await WRITERS.audit_log(pool);
  await WRITERS.inbox(pool);
  for (let round = 0; round < 3; round += 1) await seal();
  const sealed = async () =>
    (await leaves()).filter(({ kind, source_id }) => late[kind as keyof typeof late] === source_id).length;
  expect(await sealed()).toBe(0);
  await early.query("COMMIT");
  early.release();
  await seal();
  expect(await sealed()).toBe(2);
  await seal();
  expect((await checkEvidence(database)).findings).toEqual([]);
});

it("lets one of several workers seal at a time", async () => {
  for (let count = 0; count < 20; count += 1) await WRITERS.audit_log(pool);
  await Promise.all([seal(), seal(), seal()]);
  await seal();
  const sealed = await leaves();
  expect(sealed.map(({ position }) => position)).toEqual(sealed.map((_, index) => index));
  expect((await checkEvidence(database)).findings).toEqual([]);
});

it("proves each entry, and each earlier log", async () => {
  await seal();
  const first = await readHead(database);
  for (let count = 0; count < 37; count += 1) await WRITERS.review_log(pool);
  await seal();
  const second = await readHead(database);
  const root = (head: { root: string; size: number }) => ({ size: head.size, root: Buffer.from(head.root, "hex") });
  const bytes = (hashes: string[]) => hashes.map((hash) => Buffer.from(hash, "hex"));
  for (const { position: index } of await leaves()) {
    const proof = await proveInclusion({ index, size: second.size }, database);
    const claim = { index, leaf: Buffer.from(proof.leaf, "hex"), ...root(second) };
    expect(verifyInclusion(claim, bytes(proof.hashes))).toBe(true);
  }
  const proof = await proveConsistency({ first: first.size, second: second.size }, database);
  expect(verifyConsistency(root(first), root(second), bytes(proof.hashes))).toBe(true);
  await expect(proveInclusion({ index: 0, size: second.size + 1 }, database)).rejects.toThrow("The log has");
  await expect(proveInclusion({ index: 5, size: 5 }, database)).rejects.toThrow("Invalid index");
  await expect(proveConsistency({ first: 5, second: 4 }, database)).rejects.toThrow("Invalid first");
  expect((await checkEvidence(database, first)).findings).toEqual([]);
});

it("names the leaves of an erased verification, deletes their salts, and proves all others", async () => {
  await WRITERS.review_log(pool, "ver_gone");
  await WRITERS.inbox(pool, "ver_gone");
  await seal();
  await eraseVerification({ verification_id: "ver_gone" }, actor, database);
  const removed = await pool.query<{ position: number }>(
    `SELECT unnest(positions) AS position FROM evidence_events WHERE kind = 'entries_removed' ORDER BY id DESC LIMIT 2`,
  );
  expect(removed.rows).toHaveLength(2);
  const salts = await pool.query("SELECT FROM evidence_salts WHERE position = ANY ($1)", [
    removed.rows.map(({ position }) => position),
  ]);
  expect(salts.rowCount).toBe(0);
  expect((await checkEvidence(database)).findings).toEqual([]);
  await seal();
  expect(await checkEvidence(database)).toMatchObject({ findings: [], removed: 2 });
});

it("keeps the digest of a payload that the retention deletes, and names its leaf", async () => {
  await pool.query(
    `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state, received_at)
     VALUES ('delivery', 'old', 'rcv_1', 1764000000, '{}', 'ver_old', 'applied', now() - interval '400 days')`,
  );
  await seal();
  const policy = {
    ...{ RETENTION_PAYLOADS_DAYS: 365, RETENTION_PEOPLE_DAYS: 0, RETENTION_REFUSALS_DAYS: 0, RETENTION_AUDIT_DAYS: 0 },
    keepsDecided: { payloads: false, people: false, audit: false },
  };
  expect(await retain(new AbortController().signal, database, policy)).toMatchObject({ deliveries: 1 });
  const { rows } = await pool.query("SELECT body FROM inbox WHERE signature = 'old'");
  expect(rows).toEqual([{ body: null }]);
  expect((await checkEvidence(database)).findings).toEqual([]);
});

it("refuses changes of a sealed delivery, and keeps its payload for seven days", async () => {
  const id = await WRITERS.inbox(pool);
  await pool.query("UPDATE inbox SET body = '{}' WHERE id = $1", [id]);
  await seal();
  for (const change of [
    "body = '[]'",
    "signature = 'another'",
    "received_at = now() - interval '1 day'",
    "signed_at = 1",
  ]) {
    await expect(pool.query(`UPDATE inbox SET ${change} WHERE id = $1`, [id])).rejects.toThrow("does not change");
  }
  for (const deletion of [
    "UPDATE inbox SET body = NULL, stated = '[]' WHERE id = $1",
    "SELECT record_payload_removal(ARRAY[$1::bigint])",
  ])
    await expect(pool.query(deletion, [id])).rejects.toThrow("keeps its payload for seven days");
  expect((await checkEvidence(database)).findings).toEqual([]);
});
