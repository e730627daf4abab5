import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort } from "#tools/test/free-ports.ts";
import { endChild } from "#tools/test/real-processes.ts";
import { until } from "#tools/test/until.ts";

type PgNode = { port: number; folder: string; process: ChildProcess };

const READY_MS = 60_000;
const VERSIONS = "/usr/lib/postgresql";
const USER = "cotejo";
/** A commit waits for the standby. */
const SYNCHRONOUS = "synchronous_standby_names = '*'";

/**
 * A primary and a synchronous standby of the system's PostgreSQL, on loopback, with commits that wait for the disk. Started
 * by root, they run as the user `postgres`.
 */
export class ReplicatedPostgres {
  primary: PgNode;
  #standby: PgNode | undefined;
  readonly #folder: string;
  #made = 1;

  private constructor(folder: string, primary: PgNode) {
    this.#folder = folder;
    this.primary = primary;
  }

  static async start(folder: string): Promise<ReplicatedPostgres> {
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
    const first = join(folder, "node-1");
    run("initdb", ["--pgdata", first, "--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale"]);
    const postgres = new ReplicatedPostgres(folder, await startNode(first));
    await statements(postgres.primary, "CREATE DATABASE cotejo");
    await postgres.addStandby();
    return postgres;
  }

  /** Adds a standby, and resolves once commits wait for it. An earlier primary is gone. */
  async addStandby(): Promise<void> {
    this.#made += 1;
    const folder = join(this.#folder, `node-${this.#made}`);
    run("pg_basebackup", ["-D", folder, "-R", "-X", "stream", "-c", "fast", "-d", addressOf(this.primary)]);
    // A promoted server has no standby to wait for.
    appendFileSync(join(folder, "postgresql.auto.conf"), "synchronous_standby_names = ''\n");
    this.#standby = await startNode(folder);
    await statements(this.primary, `ALTER SYSTEM SET ${SYNCHRONOUS}`, "SELECT pg_reload_conf()");
    const isSynchronous = async () => {
      const [state] = await statements(this.primary, "SELECT sync_state FROM pg_stat_replication");
      return state?.sync_state === "sync";
    };
    await until(isSynchronous, { everyMs: 50, timeoutMs: READY_MS, message: "the standby does not replicate" });
  }

  async killPrimary(): Promise<void> {
    await end(this.primary);
  }

  /** Makes new transactions of the primary read-only; open connections stay. */
  demotePrimary = () =>
    statements(this.primary, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");

  /** Makes the standby the primary, and resolves when it accepts writes. The former primary is ended. */
  async promote(): Promise<void> {
    const [former, next] = [this.primary, this.#standby];
    if (!next) throw new Error("there is no standby");
    await statements(next, "SELECT pg_promote(true, 60)");
    this.primary = next;
    this.#standby = undefined;
    await end(former);
    rmSync(former.folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary, this.#standby].map((node) => node && end(node)));
  }
}

/** The user of the server programs, which refuse to run as root. */
const account = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function idOf(kind: "-u" | "-g"): number {
  return Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
}

function binary(program: string): string {
  const newest = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a))[0] : undefined;
  if (!newest) throw new Error(`there is no PostgreSQL in ${VERSIONS}: install the package postgresql`);
  return join(VERSIONS, newest, "bin", program);
}

const run = (program: string, args: string[]) =>
  execFileSync(binary(program), args, { ...account, cwd: "/", stdio: ["ignore", "ignore", "inherit"] });

async function startNode(folder: string): Promise<PgNode> {
  const port = await freePort();
  const sockets = `${folder}-sockets`;
  mkdirSync(sockets, { recursive: true });
  if (account.uid !== undefined) chownSync(sockets, account.uid, account.gid);
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: sockets, log_min_messages: "panic" };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const process = spawn(binary("postgres"), ["-D", folder, ...args], { ...account, cwd: "/", stdio: "ignore" });
  const node = { port, folder, process };
  for (const deadline = performance.now() + READY_MS; ; await delay(50)) {
    const ready = await statements(node, "SELECT 1").catch(() => null);
    if (ready) return node;
    if (process.exitCode !== null || performance.now() > deadline) throw new Error("PostgreSQL does not start");
  }
}

const end = ({ process }: PgNode) => endChild(process, "SIGKILL");

const addressOf = ({ port }: PgNode): string => `postgres://${USER}@127.0.0.1:${port}/postgres`;

/** Runs statements one by one, each in a transaction of its own; returns the rows of the last one. */
async function statements(node: PgNode, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: addressOf(node), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const text of texts) rows = (await client.query(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
