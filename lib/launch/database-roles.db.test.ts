import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readSystem } from "#lib/core/server/status/system.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { checkEvidence } from "#lib/records/server/evidence/check.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { embeddedRoles, grantRights } from "./database-roles.ts";
import { migrateDatabase } from "./supply.ts";

let created: TestDatabase;
/** Connections of the owner of the tables, and of the role of the processes. */
let owner: Database;
let process: Database;

async function openAsRoles(): Promise<void> {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  created = await createTestDatabase();
  const roles = embeddedRoles(created.url);
  await migrateDatabase(roles, SCHEMAS);
  owner = openDatabase(roles.ownerUrl, { name: "test" });
  process = openDatabase(roles.databaseUrl, { name: "test" });
}
async function close(): Promise<void> {
  await Promise.all([owner.close(), process.close()]);
  await created.drop();
}

/** The tables of the process role by its rights, such as `SELECT, INSERT`. */
async function grantedRights(): Promise<Map<string, string[]>> {
  const { rows } = await owner.pool.query<{ name: string; rights: string[] }>(
    `SELECT CASE WHEN table_schema = 'public' THEN '' ELSE table_schema || '.' END || table_name AS name,
       array_agg(privilege_type::text ORDER BY array_position('{SELECT,INSERT,UPDATE,DELETE}', privilege_type::text)) AS rights
     FROM information_schema.table_privileges
     WHERE grantee = 'cotejo_processes' GROUP BY table_schema, table_name ORDER BY 1`,
  );
  return Map.groupBy(rows, ({ rights }) => rights.join(", ")) as never;
}

const nameOf = (table: unknown) => (table as { name: string }).name;

describe("the role of the processes, in a database that these tests leave as it is,", () => {
  beforeAll(openAsRoles);
  afterAll(close);

  it("has the rights of the list in docs/operations.md, and every table is in it", async () => {
    const granted = await grantedRights();
    const tables = [...granted].map(([rights, of]) => [
      rights,
      of.length > 10 ? "all others" : of.map(nameOf).join(", "),
    ]);
    const page = readFileSync(join(import.meta.dirname, "../..", "docs/operations.md"), "utf8");
    const listed = [...page.matchAll(/^\| `((?:SELECT|INSERT|UPDATE|DELETE|, )+)` +\| (.+?) +\|/gm)];
    expect(listed.map(([, rights, names]) => [rights, names?.replaceAll("`", "")]).toSorted()).toEqual(
      tables.toSorted(),
    );
    const { rows } = await owner.pool.query(
      "SELECT FROM information_schema.tables WHERE table_schema IN ('public', 'sandbox')",
    );
    expect([...granted.values()].flat()).toHaveLength(rows.length);
  });

  it.each([
    "CREATE TABLE more ()",
    "CREATE TABLE sandbox.more ()",
    "CREATE TEMPORARY TABLE more ()",
    "CREATE SCHEMA more",
    "CREATE FUNCTION more() RETURNS int LANGUAGE sql RETURN 1",
    "CREATE ROLE more",
    "ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only",
    "DROP TRIGGER review_log_append_only ON review_log",
    "SET session_replication_role = replica",
    "SET ROLE cotejo",
    "TRUNCATE verification_list",
    "UPDATE schema_migrations SET digest = ''",
    "UPDATE audit_log SET user_email = 'nobody@example.mx'",
    "DELETE FROM audit_log",
    "SET cotejo.audit_kept_since = '2999-01-01T00:00:00Z'; DELETE FROM audit_log",
    "TRUNCATE audit_log",
    "UPDATE review_log SET reason = 'otra cosa'",
    "SET cotejo.erased_verification = 'ver_one'; DELETE FROM review_log WHERE verification_id = 'ver_one'",
    "DELETE FROM review_policies",
    "UPDATE report_sign_offs SET digest = 'digest'",
    "UPDATE erased_decisions SET erased_because = 'otra cosa'",
    "INSERT INTO evidence_events (kind) VALUES ('entries_removed')",
    "INSERT INTO evidence_leaves VALUES (0, 'audit', 1, 'hash')",
    "UPDATE evidence_leaves SET hash = 'hash'",
    "DELETE FROM evidence_nodes",
    "UPDATE evidence_progress SET settled_id = 1000",
    "DELETE FROM evidence_salts",
    "UPDATE evidence_state SET size = 0",
    "UPDATE evidence_heads SET size = 1",
    "DELETE FROM evidence_heads",
    "DELETE FROM evidence_timestamps",
  ])("is refused by the database: %s", async (statement) => {
    const refused = inTransaction(process.pool, (tx) => tx.query(statement));
    await expect(refused).rejects.toMatchObject({ code: "42501", message: expect.stringMatching(/denied|must be/) });
  });

  it("has enough rights for a scheduled backup", async () => {
    const folder = temporaryFolder("cotejo-roles-");
    const backup = {
      databaseUrl: embeddedRoles(created.url).databaseUrl,
      file: join(folder, "one.zip"),
      schemas: SCHEMAS,
    };
    expect(await writeBackup({ ...backup, scheduled: true, masters: [] })).toMatchObject({ file: backup.file });
    rmSync(folder, { recursive: true });
  });

  it("Settings report whether the logs are protected", async () => {
    const settings = { BACKUP_DIR: undefined, BACKUP_EVERY: undefined };
    expect(await readSystem(process, settings)).toMatchObject({ logs_protected: true });
    expect(await readSystem(owner, settings)).toMatchObject({ logs_protected: false });
  });
});

const LOG = `
  INSERT INTO review_log (verification_id, at, kind, reasons, policy_version, differences, handled, request, digest)
  VALUES ('ver_one', now(), 'decided', '{}', 1, '[]', '[]', '[]', 'digest')`;
const actor = { user: null, address: null, user_agent: null };

const POLICY = {
  RETENTION_PAYLOADS_DAYS: 365,
  RETENTION_PEOPLE_DAYS: 365,
  RETENTION_REFUSALS_DAYS: 30,
  RETENTION_AUDIT_DAYS: 90,
  keepsDecided: { payloads: true, people: true, audit: true },
};

describe("the role of the processes, in a new database,", () => {
  beforeEach(openAsRoles);
  afterEach(close);

  it("may delete from the log of reviews only with the audit entry of an erasure", async () => {
    await process.pool.query(LOG);
    await process.pool.query(
      `INSERT INTO audit_log (at, action, ids) VALUES (now() - interval '1 hour', 'verification.erased', '{"verification_id": "ver_one"}')`,
    );
    const { rows } = await process.pool.query<{ id: number }>("SELECT id FROM audit_log");
    for (const [id, entry] of [
      ["ver_one", rows[0]?.id],
      ["ver_one", null],
    ] as const) {
      const erased = process.pool.query("SELECT erase_review_log($1, 'porque sí', $2)", [id, entry]);
      await expect(erased).rejects.toThrow("the audit trail has no entry of this erasure");
    }
    await expect(eraseVerification({ verification_id: "ver_one" }, actor, process)).rejects.toThrow("Invalid reason");
    const erased = await eraseVerification(
      { verification_id: "ver_one", reason: "Solicitud del titular" },
      actor,
      process,
    );
    expect(erased).toMatchObject({ rows: 1 });
    expect((await owner.pool.query("SELECT FROM review_log")).rowCount).toBe(0);
    const kept = await owner.pool.query("SELECT digest, erased_because FROM erased_decisions");
    expect(kept.rows).toEqual([{ digest: "digest", erased_because: "Solicitud del titular" }]);
    await process.pool.query(LOG);
  });

  it("may seal entries, and delete sealed ones only with an event that names them", async () => {
    await process.pool.query(LOG);
    const { rows } = await process.pool.query<{ id: number }>(
      `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state)
     VALUES ('delivery', 'one', 'rcv_1', 1764000000, '{}', 'ver_one', 'applied'),
       ('delivery', 'two', 'rcv_1', 1764000000, '{}', 'ver_two', 'applied') RETURNING id`,
    );
    expect(await sealEvidence(process)).toBe(3);
    const changed = process.pool.query("UPDATE inbox SET body = '[]' WHERE id = $1", [rows[0]?.id]);
    await expect(changed).rejects.toThrow("a sealed delivery does not change");
    await eraseVerification({ verification_id: "ver_one", reason: "Solicitud" }, actor, process);
    await process.pool.query("DELETE FROM inbox WHERE id = $1", [rows[1]?.id]);
    const events = await owner.pool.query("SELECT kind, positions FROM evidence_events ORDER BY id");
    expect(events.rows).toEqual([
      { kind: "entries_removed", positions: ["1"] },
      { kind: "entries_removed", positions: ["0"] },
      { kind: "entries_removed", positions: ["2"] },
    ]);
    // The plain deletion has no cause; the erasure has its certificate.
    expect((await checkEvidence(process)).findings).toEqual([
      { what: "missing", name: `inbox ${rows[1]?.id}`, because: "entry 2 of the log: deleted without a cause" },
    ]);
  });

  it("may delete from the audit trail only by the retention, which leaves an entry and the last 90 days", async () => {
    await process.pool.query(`INSERT INTO audit_log (at, action, ids) VALUES
    (now() - interval '91 days', 'people.opened', '{}'), (now() - interval '89 days', 'people.named', '{}')`);
    const younger = process.pool.query(
      "SELECT forget_audit(now() - interval '89 days', ARRAY(SELECT id FROM audit_log))",
    );
    await expect(younger).rejects.toThrow("the audit trail is kept for 90 days");
    expect(await retain(new AbortController().signal, process, POLICY)).toMatchObject({ audit: 1 });
    const { rows } = await owner.pool.query("SELECT action, after FROM audit_log ORDER BY id");
    expect(rows).toEqual([
      { action: "people.named", after: null },
      { action: "audit.expired", after: { rows: 1 } },
      { action: "retention.deleted", after: expect.objectContaining({ audit: expect.objectContaining({ rows: 1 }) }) },
    ]);
  });

  it("needs no right to create for a migration without anything pending, and rights may be granted many times at once", async () => {
    const roles = embeddedRoles(created.url);
    expect(await migrate(roles.databaseUrl)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => grantRights(roles, SCHEMAS)));
    const one = `owner_${randomUUID().slice(0, 8)}`;
    await owner.pool.query(`CREATE ROLE ${one} LOGIN`);
    const alone = created.url.replace("user=cotejo", `user=${one}`);
    await grantRights({ databaseUrl: alone, ownerUrl: alone }, SCHEMAS);
    await owner.pool.query(`DROP ROLE ${one}`);
  });
});
