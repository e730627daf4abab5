/** @module-tag installation */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { readHead } from "#lib/records/server/evidence/proofs.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { startSandbox } from "#lib/sandbox/sandbox.ts";
import { deliver, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import type { Launch } from "./context.ts";
import { embeddedRoles } from "./database-roles.ts";
import { launchEvidence } from "./evidence.ts";
import { signUp } from "./sandbox-account.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const CONNECT = join(import.meta.dirname, "connect.ts");
const SECRET = "a-test-secret-of-at-least-32-characters";
const { PATH, NODE_COMPILE_CACHE } = process.env;

let folder: string;
let created: TestDatabase;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (env: Record<string, string>, ...args: string[]) => run(MAIN, env, args);

function run(entry: string, env: Record<string, string>, args: string[] = []): Promise<{ code: number; said: string }> {
  const all = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", DATA_DIR: join(folder, "data"), ...env };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry, ...args],
      { env: all as NodeJS.ProcessEnv, cwd: folder },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
      },
    );
  });
}

const given = (url: string) => ({ DATABASE_URL: url, COTEJO_SECRET: SECRET });

describe("with ten deliveries,", () => {
  beforeEach(async () => {
    created = await createTestDatabase();
    database = openDatabase(created.url, { name: "test" });
    const items = Array.from({ length: 10 }, (_, index) =>
      deliver("verification_item.v2.completed", {
        verification_id: `ver_${index}`,
        item_id: index + 1,
        item_type: "ine",
        completed_at: secondsIn(index),
      }),
    );
    await storeArrivals(database.pool, items);
    await drainInbox(database);
  });
  afterEach(async () => {
    await database.close();
    await created.drop();
  });

  it("rebuild drops and computes the projections again, and reports it", async () => {
    const before = await dumpProjections(database.pool);
    await database.pool.query("TRUNCATE verification_summaries, item_changes");
    expect(await command(given(created.url), "rebuild")).toEqual({
      code: 0,
      said: "rebuilt: 10 applied, 0 unrecognized, 0 failed\n",
    });
    expect(await dumpProjections(database.pool)).toBe(before);
  });

  it("evidence compares the sealed entries with the newest head and an earlier one, and names the differences", async () => {
    let said = "";
    /** The command in this process, without the start of another. */
    const check = async (...args: string[]): Promise<string> => {
      said = "";
      const env = readEnv(given(created.url));
      const launch = { env, dataDir: folder, callerFolder: folder, args, say: (text: string) => (said += text) };
      await launchEvidence(launch as unknown as Launch);
      // Findings set the exit code, which here is that of the tests.
      process.exitCode = undefined;
      return said;
    };
    expect(await check("check")).toBe("Nothing is sealed yet.\n");
    vi.stubEnv("COTEJO_SECRET", SECRET);
    await sealEvidence(database);
    const head = await readHead(database);
    const file = join(folder, "head.json");
    writeFileSync(file, JSON.stringify(head));
    const ofProcess = () => command(given(created.url), "evidence", "check", "--head", "head.json");
    const fine = await ofProcess();
    expect(fine).toMatchObject({ code: 0, said: expect.stringContaining("10 entries, 0 of them deleted: as") });
    const typed = (head.root.toUpperCase().match(/.{8}/g) ?? []).join(" ");
    writeFileSync(file, JSON.stringify({ size: head.size, root: typed }));
    expect(await check("check", "--head", file)).toBe(fine.said);
    writeFileSync(file, JSON.stringify({ size: 10, root: "0".repeat(64) }));
    expect(await check("check", "--head", file)).toContain(
      "altered: the given head (the first 10 entries of the log have another root)\n",
    );
    // A head without its complete signature is not accepted as a head from paper.
    writeFileSync(file, JSON.stringify({ ...head, signature: undefined }));
    await expect(check("check", "--head", file)).rejects.toThrow("is no head");
    writeFileSync(file, JSON.stringify({ ...head, size: 11 }));
    await database.pool.query("ALTER TABLE inbox DISABLE TRIGGER USER; UPDATE inbox SET signed_at = 1 WHERE id = 3");
    const differs = await ofProcess();
    expect(differs.code).toBe(1);
    expect(differs.said).toContain("altered: inbox 3 (entry 2 of the log: another content)\n");
    expect(differs.said).toContain("altered: the given head (its signature is not valid)\n");
    expect(differs.said).toContain("missing: evidence_leaves (10 entries instead of the 11 of the given head)\n");
    for (const args of [[], ["repair"], ["check", "--head"], ["check", "--head", join(folder, "none")]])
      await expect(check(...args)).rejects.toThrow(/^(name|there is no)/);
  });

  it("backup and restore carry an installation over into an embedded database", async () => {
    const file = "one.zip";
    const backup = await command(given(created.url), "backup", file);
    expect(backup.said).toMatch(/one\.zip: \d+ rows.*read back and compared\n.*master secret is not in it/);
    const embedded = { COTEJO_SECRET: SECRET };
    const restored = await command(embedded, "restore", file);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^restored one\.zip \(\d+ rows, .*\nThere is no erasure log/),
    });
    // PostgreSQL's own lines would stand between the sentences.
    expect(restored.said).not.toContain('{"level"');
    const postgres = await startPostgres({ dataDir: join(folder, "data") });
    const there = openDatabase(postgres.databaseUrl, { name: "test" });
    expect(await dumpProjections(there.pool)).toBe(await dumpProjections(database.pool));
    await there.close();
    await postgres.stop();
  });

  it("a trial that is restored elsewhere gets a key and its webhook at its embedded service", async () => {
    const start = async (databaseUrl: string, dataDir: string, RECEIVER_URL: string) => {
      const sandbox = await startSandbox({ databaseUrl, port: 0, timeScale: 1_000, log: pino({ level: "silent" }) });
      mkdirSync(dataDir);
      const key = await signUp(sandbox.url, dataDir);
      const ask = async (path: string, body?: object) => {
        const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
        const headers = { "x-api-key": key, "content-type": "application/json" };
        return (await fetch(`${sandbox.url}${path}`, { ...init, headers })).json();
      };
      const env = { ...given(databaseUrl), SVC_BASE_URL: sandbox.url, SVC_API_KEY: key, RECEIVER_URL };
      return { ask, connect: () => run(CONNECT, env), [Symbol.asyncDispose]: () => sandbox.stop() };
    };
    {
      await using trial = await start(created.url, join(folder, "here"), "http://127.0.0.1:3001");
      expect(await trial.connect()).toMatchObject({ code: 0 });
      const { verification_id } = await trial.ask("/sandbox/verifications", { scenario: "finished-clean" });
      const { account_id } = await trial.ask(`/verifications/${verification_id}`);
      expect(account_id).toMatch(/^acc_/);
      const event = { verification_id, account_id, status: "pending", created_at: secondsIn(60) };
      await storeArrivals(database.pool, [deliver("verification.v2.created", event)]);
      await drainInbox(database);
      expect(await command(given(created.url), "backup", "trial.zip")).toMatchObject({ code: 0 });
    }
    const other = await createEmptyDatabase();
    expect(await command(given(other.url), "restore", "trial.zip")).toMatchObject({ code: 0 });
    {
      await using restored = await start(other.url, join(folder, "elsewhere"), "http://127.0.0.1:4001");
      expect(await restored.connect()).toMatchObject({ code: 0 });
      const { data } = await restored.ask("/v2/webhooks");
      expect(data).toMatchObject([{ enabled: true, url: expect.stringMatching("^http://127.0.0.1:4001/") }]);
    }
    await other.drop();
  });
});

it("migrate separates the roles of an embedded database that one role made", async () => {
  const dataDir = join(folder, "data");
  const older = await startPostgres({ dataDir });
  await migrate(older.databaseUrl);
  await older.stop();
  expect(await command({}, "migrate")).toMatchObject({ code: 0 });
  const postgres = await startPostgres({ dataDir });
  const processes = openDatabase(embeddedRoles(postgres.databaseUrl).databaseUrl, { name: "test" });
  await processes.pool.query("INSERT INTO audit_log (action, ids) VALUES ('session.started', '{}')");
  await expect(processes.pool.query("DELETE FROM audit_log")).rejects.toThrow("permission denied");
  await processes.close();
  await postgres.stop();
});

it("migrate brings a database up to date, and reports when there is nothing to do", async () => {
  const empty = await createEmptyDatabase();
  expect((await command(given(empty.url), "migrate")).said).toMatch(/^migrated: 0001_baseline, 0002_/);
  expect((await command(given(empty.url), "migrate")).said).toBe("The database is up to date.\n");
  await empty.drop();
});
