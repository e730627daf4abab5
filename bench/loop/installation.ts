import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildDashboard } from "#bench/targets/servers.ts";
import { DECISION_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { ensureUser } from "#lib/server/access/users.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import type { Reviewer } from "#lib/server/review/command.ts";
import { beginReviewsAt } from "#lib/server/review/policy.ts";
import { hashToken, newToken } from "#lib/server/tokens/bearer.ts";
import { masterKey, sealSecret } from "#lib/server/vault/vault.ts";
import { freePort } from "#test/free-ports.ts";
import { installReceiver } from "#test/real-processes.ts";
import { type Killable, type Name, startAll } from "./processes.ts";

const CACHE = join(import.meta.dirname, "..", "..", ".cache");

/** An installation with a channel to the example consumer, and every process of it running. */
export async function startLoop(stack: AsyncDisposableStack) {
  mkdirSync(CACHE, { recursive: true });
  // Not in the system's folder for temporary files: where that is memory, fsync would cost nothing.
  const dataDir = mkdtempSync(join(CACHE, "loop-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  buildDashboard(dataDir);
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const installed = await installReceiver(postgres.databaseUrl);
  process.env.COTEJO_SECRET = installed.masterSecret;
  const database = openDatabase(postgres.databaseUrl, { name: "benchmark", max: 8 });
  stack.defer(() => database.close());
  await beginReviewsAt("2026-01-01T00:00:00.000000Z", database);
  const credentials = { email: "bench@example.com", password: randomBytes(12).toString("base64url") };
  const { id } = await ensureUser({ ...credentials, name: "Benchmark", role: "compliance" }, database);
  const officer: Reviewer = { id, name: "Benchmark", role: "compliance" };
  const [port, consumerPort] = [await freePort(), await freePort()];
  const secret = await addChannel(database, installed.masterSecret, `http://127.0.0.1:${consumerPort}/hook`);
  const folder = join(dataDir, "consumer");
  const consumer = { port: consumerPort, secret, token: await addToken(database, id, "consumer"), folder };
  const processes = await startAll(installed, port, consumer);
  for (const running of Object.values<Killable>(processes)) stack.defer(() => running.end());
  return {
    installed,
    database,
    officer,
    processes: processes as Record<Name, Killable>,
    folder,
    origin: `http://localhost:${port}`,
    token: await addToken(database, id, "benchmark"),
  };
}

export type Loop = Awaited<ReturnType<typeof startLoop>>;

async function addChannel({ pool }: Database, master: string, url: string): Promise<string> {
  const id = "ch_loop";
  const value = randomBytes(24).toString("base64url");
  const secretId = await sealSecret(pool, { kind: "channel_secret", owner: id, value }, [masterKey(master)]);
  await pool.query(
    `INSERT INTO channels (id, kind, name, url, events, locale, secret_id)
     VALUES ($1, 'webhook', $1, $2, $3, 'en', $4)`,
    [id, url, DECISION_EVENTS, secretId],
  );
  return value;
}

async function addToken({ pool }: Database, user_id: string, name: string): Promise<string> {
  const token = newToken();
  await pool.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
     VALUES ($1, $2, $3, '{decisions.read}', $4, now() + interval '1 day')`,
    [randomUUID(), hashToken(token), name, user_id],
  );
  return token;
}
