import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeReview } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { checkEvidence } from "./check.ts";
import { WRITERS } from "./testing/entries.ts";
import { sealAndSettle } from "./testing/settle.ts";

/* Each removal of sealed entries has a cause, which the check compares with what is recorded elsewhere. */

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

const found = async () =>
  (await checkEvidence(database)).findings.map(
    ({ name, because }) => `${name}: ${because.replace(/^entry \d+ of the log: /, "")}`,
  );
const NOTHING = "deleted without a cause";
const NO_RUN = "deleted by the rule of no recorded run of the retention";

/** What was found before a test is left out: entries that were deleted stay deleted. */
let before: string[] = [];
const added = async () => {
  await sealAndSettle(database);
  return (await found()).filter((line) => !before.includes(line)).toSorted();
};
beforeEach(async () => {
  await sealAndSettle(database);
  before = await found();
});

/** As the owner of the tables who disables the refusals, but not the triggers of the log. */
async function asOwner(table: string, refusal: string, statement: string): Promise<void> {
  await pool.query(
    `ALTER TABLE ${table} DISABLE TRIGGER ${refusal}; ${statement}; ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${refusal}`,
  );
}

/** A file with five steps of its review by two officers. */
async function reviewed(id: string): Promise<number[]> {
  await begin();
  const ana = await user(`Ana${id}`, "compliance");
  await receive(...finishedFile(id, [{ severity: "high", message: "Falta el acta" }]));
  for (const resolution of ["accepted", null, "accepted", null] as const) {
    const { version } = await review(id);
    const state = resolution
      ? ({ state: "resolved", resolution, reason: "Copia" } as const)
      : ({ state: "open" } as const);
    await changeReview(id, { version, ...state }, ana, database);
  }
  await sealAndSettle(database);
  const { rows } = await pool.query<{ id: number }>(
    "SELECT id FROM review_log WHERE verification_id = $1 ORDER BY id",
    [id],
  );
  return rows.map((row) => row.id);
}

const POLICY = {
  ...{ RETENTION_PAYLOADS_DAYS: 30, RETENTION_PEOPLE_DAYS: 0, RETENTION_REFUSALS_DAYS: 0, RETENTION_AUDIT_DAYS: 365 },
  keepsDecided: { payloads: false, people: false, audit: false },
};
const keep = () => retain(new AbortController().signal, database, POLICY);

const auditFrom = async (days: number): Promise<number> =>
  (
    await pool.query<{ id: number }>(
      "INSERT INTO audit_log (at, action, ids) VALUES (now() - make_interval(days => $1), 'people.opened', '{}') RETURNING id",
      [days],
    )
  ).rows[0]?.id ?? 0;
const deliveryFrom = async (days: number): Promise<number> =>
  (
    await pool.query<{ id: number }>(
      `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state, received_at)
       VALUES ('delivery', gen_random_uuid(), 'rcv_1', 1764000000, '{}', 'ver_aged', 'applied', now() - make_interval(days => $1)) RETURNING id`,
      [days],
    )
  ).rows[0]?.id ?? 0;

describe("finds nothing about", () => {
  it("the erasure of a file with a review, deliveries and what came back later", async () => {
    await reviewed("ver_erased");
    await eraseVerification({ verification_id: "ver_erased", reason: "Solicitud" }, SYSTEM_ACTOR, database);
    await WRITERS.inbox(pool, "ver_erased");
    expect(await added()).toEqual([]);
    const { rows } = await pool.query("SELECT cause, files FROM evidence_events ORDER BY id DESC LIMIT 2");
    expect(rows).toEqual([
      { cause: "erasure", files: null },
      { cause: "erasure", files: null },
    ]);
  });

  it("what the retention deletes, and what it deletes before it fails", async () => {
    await auditFrom(400);
    await auditFrom(300);
    await deliveryFrom(40);
    await deliveryFrom(20);
    await sealAndSettle(database);
    expect(await keep()).toMatchObject({ audit: 1, deliveries: 1 });
    expect(await added()).toEqual([]);
    await deliveryFrom(50);
    await auditFrom(380);
    await sealAndSettle(database);
    await pool.query("ALTER FUNCTION forget_audit RENAME TO forgotten");
    await expect(keep()).rejects.toThrow("forget_audit");
    await pool.query("ALTER FUNCTION forgotten RENAME TO forget_audit");
    expect(await added()).toEqual([]);
    const { rows } = await pool.query("SELECT FROM audit_log WHERE action = 'retention.deleted'");
    expect(rows).toHaveLength(2);
  });
});

describe("names", () => {
  it.each([
    ["one", 1],
    ["two", 2],
  ])("a sealed delivery that a plain statement deletes: %s", async (_, count) => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await WRITERS.inbox(pool, "ver_plain"));
    await sealAndSettle(database);
    await pool.query("DELETE FROM inbox WHERE id = ANY ($1)", [ids]);
    expect(await added()).toEqual(ids.map((id) => `inbox ${id}: ${NOTHING}`).toSorted());
  });

  it("a delivery of a blocked file", async () => {
    const id = await WRITERS.inbox(pool, "ver_blocked");
    await pool.query("UPDATE inbox SET state = 'blocked' WHERE id = $1", [id]);
    await sealAndSettle(database);
    await pool.query("DELETE FROM inbox WHERE id = $1", [id]);
    expect(await added()).toEqual([`inbox ${id}: ${NOTHING}`]);
  });

  it.each<[string, number[], string[]]>([
    ["the first", [0], ["step 2 is the 1. of its kept steps"]],
    ["one between others", [2], ["step 4 is the 3. of its kept steps"]],
    ["two in a row", [1, 2], ["step 4 is the 2. of its kept steps"]],
    ["the last", [-1], []],
  ])("steps of a review: %s", async (name, places, gaps) => {
    const file = `ver_${name.replaceAll(" ", "_")}`;
    const ids = await reviewed(file);
    const gone = places.map((at) => ids.at(at));
    const deletion = `DELETE FROM review_log WHERE id IN (${gone.join()})`;
    const setting = `SET LOCAL cotejo.erased_verification = '${file}'`;
    await expect(inTransaction(pool, (tx) => tx.query(`${setting}; ${deletion}`))).rejects.toThrow("append-only");
    await asOwner("review_log", "review_log_append_only", deletion);
    expect(await added()).toEqual(
      [
        ...gone.map((id) => `review_log ${id}: ${NOTHING}`),
        ...gaps.map((gap) => `review of ${file}: ${gap}`),
      ].toSorted(),
    );
  });

  it("a whole day of the trail, of any age", async () => {
    const ids = [await auditFrom(0), await auditFrom(0), await auditFrom(0)];
    await sealAndSettle(database);
    const deletion = `DELETE FROM audit_log WHERE id IN (${ids.join()})`;
    const setting = "SET LOCAL cotejo.audit_kept_since = '2999-01-01'";
    await expect(inTransaction(pool, (tx) => tx.query(`${setting}; ${deletion}`))).rejects.toThrow("append-only");
    await asOwner("audit_log", "audit_log_append_only", deletion);
    expect(await added()).toEqual(ids.map((id) => `audit_log ${id}: ${NOTHING}`).toSorted());
  });

  it("entries and payloads that the functions of the retention delete outside of a run, and in a run of another rule", async () => {
    const [old, delivery] = [await auditFrom(100), await deliveryFrom(10)];
    await sealAndSettle(database);
    await pool.query("SELECT forget_audit(now() - interval '95 days', ARRAY[$1::bigint])", [old]);
    await pool.query("UPDATE inbox SET body = NULL, stated = '[]' WHERE id = $1", [delivery]);
    const named = [`audit_log ${old}: ${NO_RUN}`, `inbox ${delivery}: its payload: ${NO_RUN}`];
    expect(await added()).toEqual(named);
    await pool.query(`INSERT INTO retention_runs (began_at, policy_version, deleted) VALUES (now() - interval '1 hour', 1,
      '[{"kind": "audit", "older_than": {"count": 365}}, {"kind": "deliveries", "older_than": {"count": 30}}]')`);
    expect(await added()).toEqual(named);
  });

  it("steps that a forged erasure deletes, with or without its certificate", async () => {
    const [first] = await reviewed("ver_forged");
    const erase = (certificate: string) =>
      inTransaction(pool, async (tx) => {
        await tx.query(certificate);
        const after = {
          certificate_id: (await tx.query("SELECT id FROM erasure_certificates ORDER BY erased_at DESC LIMIT 1"))
            .rows[0]?.id,
        };
        const ids = { verification_id: "ver_forged" };
        const entry = await writeAudit(tx, { action: "verification.erased", ids, actor: SYSTEM_ACTOR, after });
        await tx.query("SELECT erase_review_log('ver_forged', 'x', $1)", [entry]);
      });
    await erase(`INSERT INTO erasure_certificates (cause, deleted, positions, leaves_digest)
      SELECT 'by_hand', '{}', array_agg(position ORDER BY position), sha256(string_agg(hash, '' ORDER BY position))
      FROM evidence_leaves JOIN review_log ON evidence_leaves.kind = 'review' AND source_id = review_log.id WHERE verification_id = 'ver_forged'`);
    expect((await added()).at(0)).toBe(
      `review_log ${first}: deleted by an erasure that left other entries of the file`,
    );
  });

  it("an erasure whose certificate or audit entry is gone", async () => {
    await WRITERS.inbox(pool, "ver_gone");
    await sealAndSettle(database);
    await eraseVerification({ verification_id: "ver_gone" }, SYSTEM_ACTOR, database);
    await pool.query(
      "DELETE FROM erasure_certificates WHERE erased_at = (SELECT max(erased_at) FROM erasure_certificates)",
    );
    expect(await added()).toEqual([expect.stringContaining("deleted by an erasure whose certificate is missing")]);
  });
});

it("counts what was deleted before causes were recorded, and accepts no such event after one with a cause", async () => {
  const [old, young] = [await WRITERS.inbox(pool, "ver_before"), await WRITERS.inbox(pool, "ver_after")];
  await sealAndSettle(database);
  await pool.query("DELETE FROM inbox WHERE id = $1", [old]);
  await pool.query("DELETE FROM inbox WHERE id = $1", [young]);
  // As an earlier version leaves its events: without a cause, before any event with one.
  await pool.query(`UPDATE evidence_events SET cause = NULL, files = NULL WHERE files && '{ver_before,ver_after}'`);
  await pool.query("ALTER TABLE evidence_events ALTER COLUMN id SET GENERATED BY DEFAULT");
  await pool.query("UPDATE evidence_events SET id = -1 WHERE id = (SELECT max(id) - 1 FROM evidence_events)");
  expect(await added()).toEqual([
    expect.stringMatching(/^evidence_events -1/),
    `inbox ${young}: its event states no cause`,
  ]);
  expect((await checkEvidence(database)).unrecorded).toBe(1);
});
