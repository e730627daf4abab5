import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { masterKeysOf, moveToFirstMaster } from "#lib/core/server/vault/vault.ts";
import { answerApproval, changeReview, type Reviewer, undoReview } from "#lib/desk/server/review/command.ts";
import { readDecisionRecord } from "#lib/desk/server/review/decision-record.ts";
import { listDecisions } from "#lib/desk/server/review/decisions.ts";
import { readOpenedPdfs } from "#lib/desk/server/review/opened-pdfs.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { MAX_KEPT_BYTES, MAX_KEPT_BYTES_OF_FILE, recordOpenedWhole } from "./kept-pdfs.ts";

const OLD = "a master secret of at least 32 characters";
const NEW = "the master secret that is deployed next";

vi.stubEnv("COTEJO_SECRET", OLD);
const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, log } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;
beforeAll(async () => {
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  await begin();
});

const digestOf = (content: Buffer) => createHash("sha256").update(content).digest();

/** A user receives a whole PDF; its bytes are kept with `keeps`. */
async function open(id: string, people_id: number, by: Reviewer, { text = `%PDF ${people_id}`, keeps = false } = {}) {
  const content = Buffer.from(text);
  const pdf = { sha256: digestOf(content), bytes: content.length, content: keeps ? content : null };
  await recordOpenedWhole({ verification_id: id, people_id, user_id: by.id }, pdf, database);
}

const version = async (id: string) => (await review(id)).version;
const change = async (id: string, given: object, by: Reviewer) =>
  changeReview(id, { version: await version(id), ...given }, by, database);
const take = (id: string, by: Reviewer) => change(id, { state: "open", assignee: by.id }, by);
const accept = (id: string, by: Reviewer) =>
  change(id, { state: "resolved", resolution: "accepted", reason: "Visto" }, by);
const reopen = (id: string, by: Reviewer) => change(id, { state: "open", reason: "Otra vez" }, by);

/** The people whose PDFs the entries of the log name, the oldest entry first. */
const named = async (id: string) => {
  const { rows } = await pool.query<{ kind: string; pdfs: { people_id: number }[] | null }>(
    "SELECT kind, pdfs FROM review_log WHERE verification_id = $1 ORDER BY id",
    [id],
  );
  return rows.map(({ kind, pdfs }) => [kind, pdfs?.map(({ people_id }) => people_id) ?? null]);
};
const lastNamed = async (id: string) => (await named(id)).at(-1);

async function file(id: string): Promise<string> {
  await receive(...finishedFile(id));
  return id;
}

describe("a decision names the PDFs that its author opened whole", () => {
  it("since they took the file, with digest, size and time, and none that others opened", async () => {
    const id = await file("ver_taken");
    await open(id, 1, ana);
    await take(id, ana);
    await open(id, 2, ana);
    await open(id, 3, ana);
    await open(id, 4, raul);
    await accept(id, ana);
    expect(await named(id)).toEqual([
      ["opened", null],
      ["assigned", null],
      ["decided", [2, 3]],
    ]);
    const [pdf] = await readOpenedPdfs(pool, id);
    const content = Buffer.from("%PDF 2");
    const { record } = (await readDecisionRecord(id, null, database)) ?? expect.unreachable();
    expect(pdf).toMatchObject({
      decision_id: record?.decision_id,
      people_id: 2,
      sha256: digestOf(content).toString("hex"),
      bytes: content.length,
    });
    expect(record?.steps).toMatchObject([{ kind: "decided", pdfs: [{ people_id: 2 }, { people_id: 3 }] }]);
    const asked = { from: "2026-01-01", to: "2099-01-01", sample: null, seed: "", basis: false };
    const { items } = await listDecisions(asked, database);
    expect(items.find(({ verification_id }) => verification_id === id)?.pdfs).toMatchObject([{ people_id: 2 }, {}]);
    expect(await pdf?.content()).toBeNull();
  });

  it("since the file was assigned to them, also where they had it before somebody else", async () => {
    const id = await file("ver_assigned");
    await take(id, ana);
    await open(id, 1, ana);
    await take(id, raul);
    await open(id, 2, ana);
    await change(id, { state: "open", assignee: ana.id }, raul);
    await open(id, 3, ana);
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [3]]);
  });

  it("since it was opened, where nobody had it", async () => {
    const id = await file("ver_nobody_had");
    await open(id, 1, ana);
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [1]]);
  });

  it("or an empty list", async () => {
    const id = await file("ver_none");
    await take(id, ana);
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", []]);
    expect(await readOpenedPdfs(pool, id)).toEqual([]);
  });

  it("for each of two deciders their own PDFs", async () => {
    await begin({ approval: "always" });
    const id = await file("ver_two");
    await take(id, ana);
    await open(id, 1, ana);
    await open(id, 2, raul);
    await accept(id, ana);
    await open(id, 3, raul);
    await open(id, 4, ana);
    await answerApproval(id, { version: await version(id), approve: true }, raul, database);
    expect((await named(id)).slice(-2)).toEqual([
      ["submitted", [1]],
      ["approved", [3]],
    ]);
    await begin({ approval: "never" });
  });

  it("again after it was undone, and not again after it was reopened", async () => {
    const id = await file("ver_undone");
    await take(id, ana);
    await open(id, 1, ana);
    await accept(id, ana);
    await undoReview(id, await version(id), ana, database);
    await open(id, 2, ana);
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [1, 2]]);
    await reopen(id, ana);
    await open(id, 3, ana);
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [3]]);
    expect((await log(id)).filter(({ kind }) => kind === "decided")).toHaveLength(3);
  });

  it("once for each version of a PDF, at the time when it was opened last", async () => {
    const id = await file("ver_versions");
    await open(id, 1, ana);
    await take(id, ana);
    for (const text of ["%PDF 1", "%PDF 1", "%PDF 1 changed"]) await open(id, 1, ana, { text });
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [1, 1]]);
  });
});

const kept = async (id: string) =>
  (await pool.query<{ ciphertext: Buffer }>("SELECT ciphertext FROM kept_pdfs WHERE verification_id = $1", [id])).rows;

/** A decision on a PDF whose bytes are kept. */
async function decidedWithBytes(id: string, text: string): Promise<void> {
  await file(id);
  await open(id, 1, ana, { text, keeps: true });
  await accept(id, ana);
}
const bytesOf = async (id: string) => (await (await readOpenedPdfs(pool, id))[0]?.content())?.toString();

describe("kept bytes", () => {
  it("are encrypted, once for a file, and bound to it", async () => {
    await decidedWithBytes("ver_kept", "%PDF of Ana");
    await open("ver_kept", 1, raul, { text: "%PDF of Ana", keeps: true });
    const rows = await kept("ver_kept");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.ciphertext.toString("latin1")).not.toContain("%PDF of Ana");
    expect(await bytesOf("ver_kept")).toBe("%PDF of Ana");
    await decidedWithBytes("ver_other", "%PDF of Ana");
    await pool.query(`
      UPDATE kept_pdfs SET (nonce, ciphertext) = (SELECT nonce, ciphertext FROM kept_pdfs WHERE verification_id = 'ver_kept')
      WHERE verification_id = 'ver_other'`);
    await expect(bytesOf("ver_other")).rejects.toThrow("A kept PDF was altered or belongs to another file.");
  });

  it("are read under a new master secret", async () => {
    await decidedWithBytes("ver_rotated", "%PDF before");
    const before = await kept("ver_rotated");
    expect((await moveToFirstMaster(database, masterKeysOf(`${NEW},${OLD}`))).secrets).toBeGreaterThan(0);
    expect(await kept("ver_rotated")).toEqual(before);
    vi.resetModules();
    vi.stubEnv("COTEJO_SECRET", NEW);
    const { readOpenedPdfs: readAfter } = await import("#lib/desk/server/review/opened-pdfs.ts");
    const [pdf] = await readAfter(pool, "ver_rotated");
    expect((await pdf?.content())?.toString()).toBe("%PDF before");
    await moveToFirstMaster(database, masterKeysOf(`${OLD},${NEW}`));
    vi.stubEnv("COTEJO_SECRET", OLD);
  });

  it("are bounded by file", async () => {
    const id = await file("ver_bounded");
    await pool.query(
      `INSERT INTO kept_pdfs (verification_id, sha256, bytes, nonce, ciphertext)
       SELECT $1, sha256(n::text::bytea), $2, '', '' FROM generate_series(1, $3) AS n`,
      [id, MAX_KEPT_BYTES, MAX_KEPT_BYTES_OF_FILE / MAX_KEPT_BYTES],
    );
    await open(id, 1, ana, { keeps: true });
    await accept(id, ana);
    expect(await lastNamed(id)).toEqual(["decided", [1]]);
    expect(await (await readOpenedPdfs(pool, id))[0]?.content()).toBeNull();
  });

  it("are erased with the file, and an erased file gets none", async () => {
    await decidedWithBytes("ver_gone", "%PDF gone");
    const actor = { user: null, address: null, user_agent: null };
    await eraseVerification({ verification_id: "ver_gone", reason: "Solicitud del titular" }, actor, database);
    await open("ver_gone", 1, ana, { keeps: true });
    expect(await kept("ver_gone")).toEqual([]);
    expect((await pool.query("SELECT FROM opened_pdfs WHERE verification_id = 'ver_gone'")).rowCount).toBe(0);
  });

  it("go with the answers about people, and the digest in the decision stays", async () => {
    const id = "ver_forgotten";
    await receive(...finishedFile(id), read(id, 96, { full_list: [{ people_id: 1, full_name: "Ana" }] }, "people"));
    await open(id, 1, ana, { keeps: true });
    await accept(id, ana);
    await pool.query("UPDATE inbox SET received_at = received_at - interval '400 days' WHERE verification_id = $1", [
      id,
    ]);
    await pool.query("UPDATE kept_pdfs SET kept_at = kept_at - interval '400 days' WHERE verification_id = $1", [id]);
    const days = {
      RETENTION_PAYLOADS_DAYS: 0,
      RETENTION_PEOPLE_DAYS: 365,
      RETENTION_REFUSALS_DAYS: 0,
      RETENTION_AUDIT_DAYS: 0,
    };
    const run = (people: boolean) =>
      retain(
        new AbortController().signal,
        database,
        { ...days, keepsDecided: { payloads: true, people, audit: true } },
        true,
      );
    await run(true);
    expect(await kept(id)).toHaveLength(1);
    await pool.query("UPDATE inbox SET kept = false");
    await run(false);
    expect(await kept(id)).toHaveLength(0);
    expect(await lastNamed(id)).toEqual(["decided", [1]]);
  });
});
