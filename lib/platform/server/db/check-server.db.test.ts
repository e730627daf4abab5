import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { type RunningPostgres, startPostgres } from "#lib/launch/postgres/postgres.ts";
import { EnvError } from "#lib/platform/server/base/env.ts";
import { databaseAway } from "#lib/platform/server/http/responses.ts";
import { openReceiverDatabase } from "#lib/receiver/receiver.ts";
import { startProxy } from "#tools/test/balancer.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { nameOf } from "#tools/test/postgres-server.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { checkServer, connectionFault } from "./check-server.ts";
import { type Database, openDatabase } from "./database.ts";

const TLS = join(import.meta.dirname, "../../../../tools/test/tls");

/** The error of a start with this address; empty if the server can be used. */
async function refusal(url: string, connections = 20): Promise<string> {
  const database = openDatabase(url, { name: "check", max: 2 });
  try {
    await checkServer(database, { connections, writes: true });
    return "";
  } catch (error) {
    return error instanceof EnvError ? error.message : connectionFault(error).text;
  } finally {
    await database.close();
  }
}

describe("a server", () => {
  let created: TestDatabase;
  let owner: Database;
  beforeAll(async () => {
    created = await createTestDatabase();
    owner = openDatabase(created.url, { name: "test" });
  });
  afterEach(async () => {
    await created.alter("RESET ALL");
    await created.alter("CONNECTION LIMIT -1");
  });
  afterAll(async () => {
    await owner.close();
    await created.drop();
  });

  it("that can be used is accepted, and a read-only one refused at a start that writes", async () => {
    expect(await refusal(created.url)).toBe("");
    await created.alter("SET default_transaction_read_only = on");
    expect(await refusal(created.url)).toBe("DATABASE_URL: the server is read-only: name the primary");
    await expect(checkServer(owner, { connections: 2 })).resolves.toBeUndefined();
  });

  it("that leads to another schema is refused", async () => {
    const line = "DATABASE_URL: the tables of Cotejo are in the schema public, and search_path begins with";
    expect(await refusal(`${created.url}&options=-csearch_path%3Dpg_catalog`)).toBe(`${line} pg_catalog`);
    expect(await refusal(`${created.url}&options=-csearch_path%3Dabsent`)).toBe(`${line} none`);
  });

  it("whose database has another encoding, or disables triggers, is refused", async () => {
    const latin = `${nameOf(created.url)}_latin1`;
    await owner.pool.query(
      `CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const refused = await refusal(created.url.replace(nameOf(created.url), latin));
    await owner.pool.query(`DROP DATABASE ${latin} WITH (FORCE)`);
    expect(refused).toBe("DATABASE_URL: the database has the encoding LATIN1: create it with UTF8");
    await created.alter("SET session_replication_role = replica");
    expect(await refusal(created.url)).toBe(
      "DATABASE_URL: session_replication_role is replica, which disables triggers: set it to origin",
    );
  });

  it("that allows fewer connections than are opened is refused with both numbers", async () => {
    expect(await refusal(created.url, 10_000)).toMatch(/^DATABASE_POOL: up to 10000 connections .* allows \d+: /);
    await created.alter("CONNECTION LIMIT 30");
    expect(await refusal(created.url, 30)).toBe("");
    expect(await refusal(created.url, 31)).toMatch(/^DATABASE_POOL: up to 31 connections .* allows 30: /);
  });

  it("without TLS is refused where that is required", async () => {
    const proxy = await startProxy(created.url);
    const tcp = proxy.url.replace("127.0.0.1", "localhost");
    expect(await refusal(tcp)).toBe("");
    expect(await refusal(`${tcp}&sslmode=require`)).toBe("the server has no TLS: write sslmode=disable to go without");
    await proxy.close();
  });

  it.each([
    [
      "another database",
      (url: string) => url.replace(nameOf(url), "absent"),
      "the server has no database of this name",
    ],
    ["nothing there", () => "postgres://127.0.0.1:9/cotejo", "no database answers there (ECONNREFUSED)"],
    ["an unknown name", () => "postgres://db.invalid/cotejo", "the name of the server can't be resolved"],
    [
      "an unknown role",
      (url: string) => url.replace("user=cotejo", "user=nobody"),
      "the database refuses this user or password",
    ],
  ])("that does not answer is explained: %s", async (_, change, line) => {
    expect(await refusal(change(created.url))).toBe(line);
  });

  it("whose connections pages use up keeps those of the receiver, and pages get a 503", async () => {
    await owner.pool.query("CREATE ROLE few LOGIN SUPERUSER; ALTER ROLE few NOSUPERUSER CONNECTION LIMIT 7");
    const few = created.url.replace("user=cotejo", "user=few");
    const [receiver, pages] = [openReceiverDatabase(few, 5), openDatabase(few, { name: "pages", max: 7 })];
    const sleepers = (database: Database, count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => database.pool.query("SELECT pg_sleep(0.2)")));
    await sleepers(receiver, 5);
    const [ofReceiver, ofPages] = await Promise.all([sleepers(receiver, 20), sleepers(pages, 20)]);
    expect(ofReceiver.filter(({ status }) => status === "rejected")).toEqual([]);
    const refused = ofPages.flatMap((page) => (page.status === "rejected" ? [databaseAway(page.reason)] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((answer) => answer?.status === 503)).toBe(true);
    await Promise.all([receiver.close(), pages.close()]);
    await owner.pool.query("DROP ROLE few");
  });
});

// Other systems have only one loopback address, whose port may be in use.
describe.runIf(process.platform === "linux")("over TLS", () => {
  let folder: string;
  let postgres: RunningPostgres;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const at = (host: string, parameters: string) =>
    `postgres://cotejo@${host}:${new URL(proxy.url).port}/cotejo?${parameters}`;
  const root = `sslrootcert=${join(TLS, "ca.pem")}`;

  beforeAll(async () => {
    folder = temporaryFolder("cotejo-tls-");
    const address = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join(".")}`;
    const file = (name: string) => join(folder, name);
    copyFileSync(join(TLS, "server.key"), file("server.key"));
    chmodSync(file("server.key"), 0o600);
    writeFileSync(file("hba"), "local all all trust\nhostssl all all all trust\n");
    const settings = {
      listen_addresses: address,
      hba_file: file("hba"),
      ssl: "on",
      ssl_cert_file: join(TLS, "server.pem"),
      ssl_key_file: file("server.key"),
    };
    postgres = await startPostgres({ dataDir: folder, settings });
    proxy = await startProxy(`postgres://${address}/cotejo`);
  });
  afterAll(async () => {
    await proxy.close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ["localhost", "sslmode=require", ""],
    ["localhost", `sslmode=verify-full&${root}`, ""],
    ["127.0.0.1", `sslmode=verify-ca&${root}`, ""],
    ["127.0.0.1", `sslmode=require&${root}`, ""],
    [
      "127.0.0.1",
      `sslmode=verify-full&${root}`,
      "the certificate of the server names another host (sslmode=verify-full)",
    ],
    ["localhost", "sslmode=verify-full", "the certificate of the server can't be verified: check sslrootcert"],
    ["localhost", "sslrootcert=system", "the certificate of the server can't be verified: check sslrootcert"],
    ["localhost", "sslmode=disable", "the server requires TLS: write sslmode=require, or verify-full"],
    ["localhost", "", "the server requires TLS: write sslmode=require, or verify-full"],
  ])("%s?%s: '%s'", async (host, parameters, line) => {
    expect(await refusal(at(host, parameters))).toBe(line);
  });
});

/** Debian's pgbouncer, where it is installed; it does not run as root. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const isInstalled = spawnSync("pgbouncer", ["--version"], { ...ordinary, stdio: "ignore" }).status === 0;

test.runIf(isInstalled).each([
  ["session", ""],
  [
    "transaction",
    "DATABASE_URL: a pooler in front of the server gives each transaction another connection: set its pool_mode to session",
  ],
  ["statement", "a pooler in front of the server allows no transactions: set its pool_mode to session"],
])("pgbouncer's pool_mode %s: '%s'", async (mode, line) => {
  const [created, port] = [await createTestDatabase(), await freePort()];
  const proxy = await startProxy(created.url);
  const folder = temporaryFolder("cotejo-pgbouncer-");
  chmodSync(folder, 0o755);
  const name = nameOf(created.url);
  writeFileSync(join(folder, "users"), '"cotejo" ""\n');
  writeFileSync(
    join(folder, "ini"),
    `[databases]\n${name} = host=127.0.0.1 port=${new URL(proxy.url).port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
     unix_socket_dir =\nauth_type = trust\nauth_file = ${folder}/users\npool_mode = ${mode}\n`.replaceAll(/^ +/gm, ""),
  );
  const pooler = spawn("pgbouncer", [join(folder, "ini")], { ...ordinary, stdio: "ignore" });
  const url = `postgres://cotejo@127.0.0.1:${port}/${name}`;
  await vi.waitFor(async () => expect(await refusal(url)).not.toMatch("ECONNREFUSED"), { timeout: 90_000 });
  expect(await refusal(url)).toBe(line);
  pooler.kill("SIGKILL");
  await proxy.close();
  await created.drop();
  rmSync(folder, { recursive: true });
});
