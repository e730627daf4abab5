import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { timestampMissing } from "#lib/outbound/server/notices/alerts/service.ts";
import { findHead } from "#lib/records/server/evidence/proofs.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { publishHead } from "./publish.ts";
import { sealEvidence } from "./seal.ts";
import { stampHeads } from "./stamp-heads.ts";
import { type Authority, startAuthority } from "./testing/authority.ts";
import { WRITERS } from "./testing/entries.ts";
import { listTimestamps, readTimestampOf } from "./timestamps.ts";

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const authority: Authority = await startAuthority();
vi.stubEnv("TSA_URL", authority.url);
const database = await ownDatabase();
const { pool } = database;
const log = { info: vi.fn(), warn: vi.fn() };

const stamp = () => stampHeads(log, database);
const newest = async () => (await listTimestamps({}, database)).items[0];

/** Publishes a head, as if a day had passed since the last one. */
async function leave(): Promise<void> {
  await WRITERS.audit_log(pool);
  await sealEvidence(database);
  await pool.query("UPDATE evidence_heads SET left_at = left_at - interval '1 day'");
  await publishHead(log, database);
}

beforeAll(async () => {
  await WRITERS.audit_log(pool);
});
beforeEach(() => {
  authority.answerWith();
  log.warn.mockClear();
});
afterAll(() => authority.close());

it("keeps a time stamp of each head that left, which OpenSSL verifies against the signed text of the head", async () => {
  await leave();
  expect(await newest()).toMatchObject({ state: "waiting", stamped_at: null, error: null });
  await stamp();
  const requests = authority.received.length;
  await stamp();
  expect(authority.received.length).toBe(requests);
  const head = (await findHead(pool)) ?? expect.unreachable();
  const text = `{"at":"${head.at}","root":"${head.root}","size":${head.size}}`;
  const digest = createHash("sha256").update(text).digest();
  const shown = (await newest()) ?? expect.unreachable();
  expect(shown).toMatchObject({ state: "stamped", error: null, size: head.size, sha256: digest.toString("hex") });
  expect(Math.abs(Date.parse(shown.stamped_at ?? "") - Date.now())).toBeLessThan(120_000);
  const { response, size } = await readTimestampOf(shown.timestamp_id, database);
  expect(size).toBe(head.size);
  expect(await authority.verify(response, digest)).toContain("Verification: OK");
});

const due = "UPDATE evidence_timestamps SET next_attempt_at = now() WHERE response IS NULL";

it("tries a head again, later each time, and not between", async () => {
  await leave();
  authority.answerWith((_received, response) => response.writeHead(503).end());
  const waits: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await stamp();
    await stamp();
    const { rows } = await pool.query<{ wait: number }>(
      "SELECT round(extract(epoch FROM next_attempt_at - now()) / 60)::int AS wait FROM evidence_timestamps WHERE response IS NULL",
    );
    waits.push(rows[0]?.wait ?? 0);
    await pool.query(due);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect(log.warn).toHaveBeenCalledTimes(12);
  expect(await newest()).toMatchObject({ state: "waiting", error: "not_accepted" });
  const { timestamp_id } = (await newest()) ?? expect.unreachable();
  await expect(readTimestampOf(timestamp_id, database)).rejects.toMatchObject({ code: "NOT_FOUND" });
  authority.answerWith();
  await pool.query(due);
  await stamp();
  expect(await newest()).toMatchObject({ state: "stamped", error: null });
});

it("accepts no answer to another request", async () => {
  await leave();
  const before = authority.received.at(-1)?.query ?? expect.unreachable();
  const earlier = await authority.stamp(before);
  authority.answerWith((_received, response) => response.end(earlier));
  await stamp();
  expect(await newest()).toMatchObject({ state: "waiting", error: "other_imprint" });
});

it("stores no answer with a wrong signature, and requests another one later", async () => {
  const { timestamp_id } = (await newest()) ?? expect.unreachable();
  authority.answerWith(async ({ query }, response) => {
    const bytes = await authority.stamp(query);
    response.end(bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1));
  });
  await pool.query(due);
  await stamp();
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ cause: "wrong_signature" }), expect.any(String));
  expect(await newest()).toMatchObject({ timestamp_id, state: "waiting", error: "wrong_signature", signature: null });
  await expect(readTimestampOf(timestamp_id, database)).rejects.toMatchObject({ code: "NOT_FOUND" });
  authority.answerWith();
  await pool.query(due);
  await stamp();
  expect(await newest()).toMatchObject({ timestamp_id, state: "stamped", error: null, signature: "carried" });
});

it("says of a stored answer that is not, or no longer, verified", async () => {
  const signature = async () => (await newest())?.signature;
  const store = (answer: Buffer) =>
    pool.query(
      "UPDATE evidence_timestamps SET response = $1 WHERE head_id = (SELECT max(head_id) FROM evidence_timestamps)",
      [answer],
    );
  const { timestamp_id } = (await newest()) ?? expect.unreachable();
  const { response } = await readTimestampOf(timestamp_id, database);
  await store(response.with(-1, (response.at(-1) ?? 0) ^ 1) as Buffer);
  expect(await signature()).toBe("wrong_signature");
  await store(response.subarray(0, 40));
  expect(await signature()).toBe("wrong_signature");
  await store(response);
  expect(await signature()).toBe("carried");
});

const look = async () => timestampMissing.look({ tx: pool } as never);

it("marks a day without an answer, tells admins after a day, and gives up after a week", async () => {
  await leave();
  authority.answerWith((_received, response) => response.writeHead(503).end());
  await stamp();
  await pool.query(
    "UPDATE evidence_heads SET left_at = now() - interval '25 hours' WHERE id = (SELECT max(id) FROM evidence_heads)",
  );
  expect(await look()).toMatchObject({ facts: { days: 1 } });
  await pool.query("UPDATE evidence_heads SET left_at = left_at - interval '7 days'");
  expect(await look()).toBeNull();
  await pool.query(due);
  const requests = authority.received.length;
  await stamp();
  expect(authority.received.length).toBe(requests);
  const { items } = await listTimestamps({}, database);
  expect(items.map(({ state }) => state).toSorted()).toEqual(["none", "stamped", "stamped", "stamped"]);
});

it("one of several workers requests the time stamp of a head", async () => {
  await leave();
  const requests = authority.received.length;
  await Promise.all([stamp(), stamp(), stamp()]);
  expect(authority.received.length).toBe(requests + 1);
});

it("a page begins where the previous page ended", async () => {
  await pool.query(`
    INSERT INTO evidence_heads (left_at, size, root, at, signature)
    SELECT now() - make_interval(days => 20 + day), 1, '\\x00', now(), '\\x00' FROM generate_series(1, 120) AS day`);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await listTimestamps({ cursor }, database);
    seen.push(...page.items.map(({ timestamp_id }) => timestamp_id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength((await pool.query("SELECT FROM evidence_heads")).rowCount ?? 0);
});
