import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { hashToken, newToken } from "#lib/access/server/tokens/bearer.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import { masterKey, sealSecret } from "#lib/core/server/vault/vault.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { connect, ownFolder } from "#tools/bench/database.ts";
import { buildDashboard } from "#tools/bench/targets/servers.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { startKillablePostgres } from "#tools/test/killable-postgres.ts";
import {
  type Installed,
  installReceiver,
  type RealProcess,
  spawnProcess,
  startProcess,
} from "#tools/test/real-processes.ts";
import { Officer } from "./officer.ts";

const CONSUMER = join(import.meta.dirname, "../../../docs/receivers/decisions.mjs");

/** The number of officers who decide in parallel, and the sessions of each. */
const OFFICERS = 4;
const SESSIONS = 2;

/** Starts an installation with a channel to the example consumer and all processes, and signs its officers in. */
export async function startLoop(deadline: AbortSignal, stack: AsyncDisposableStack) {
  const dataDir = ownFolder(stack);
  buildDashboard(dataDir);
  const postgres = await startKillablePostgres({ dataDir }, stack);
  await migrate(postgres.databaseUrl);
  const installed = await installReceiver(postgres.databaseUrl);
  process.env.COTEJO_SECRET = installed.masterSecret;
  const database = connect(postgres.databaseUrl, 8, stack);
  await beginReviewsAt("2026-01-01T00:00:00.000000Z", database);
  const password = randomBytes(12).toString("base64url");
  const emails = Array.from({ length: OFFICERS }, (_, index) => `officer-${index}@example.com`);
  const users = await Promise.all(
    emails.map((email) => ensureUser({ email, password, name: email, role: "compliance" }, database)),
  );
  const maker = users[0]?.id ?? "";
  const [port, consumerPort] = [await freePort(), await freePort()];
  const secret = await addChannel(database, installed.masterSecret, `http://127.0.0.1:${consumerPort}/hook`);
  const folder = join(dataDir, "consumer");
  const consumer = { port: consumerPort, secret, token: await addToken(database, maker, "consumer"), folder };
  const processes = await startAll(installed, port, consumer);
  for (const running of Object.values(processes)) stack.defer(() => running.end());
  const origin = `http://localhost:${port}`;
  const officers: Officer[] = [];
  for (const email of emails) {
    for (let session = 0; session < SESSIONS; session++) {
      officers.push(await Officer.signIn(origin, { email, password }, deadline));
    }
  }
  return {
    installed,
    database,
    officers,
    /** The processes to be killed in turn; the promise resolves when the killed process is back. */
    kills: [...Object.entries(processes), ["postgres", postgres] as const].map(([name, { kill }]) => ({ name, kill })),
    folder,
    origin,
    token: await addToken(database, maker, "benchmark"),
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

/** A process that restarts after each kill. */
type Killable = { kill(): Promise<void>; end(): Promise<void> };

async function keepAlive(start: () => RealProcess): Promise<Killable> {
  let running = start();
  await running.ready();
  const end = async () => void (await running.end("SIGKILL"));
  return {
    end,
    async kill() {
      await end();
      running = start();
      await running.ready();
    },
  };
}

type Consumer = { port: number; secret: string; token: string; folder: string };

/** Starts every process of a loop as the launcher does, and the example consumer. */
async function startAll(installed: Installed, port: number, consumer: Consumer) {
  const origin = `http://localhost:${port}`;
  const more = { PORT: String(port), APP_ORIGIN: origin, CHANNELS_ALLOW_PRIVATE: "true" };
  const real = (name: "receiver" | "worker" | "dashboard") => keepAlive(() => startProcess(name, installed, { more }));
  return {
    receiver: await real("receiver"),
    worker: await real("worker"),
    dashboard: await real("dashboard"),
    consumer: await keepAlive(() => spawnConsumer(origin, consumer)),
  };
}

/** The handler refuses GET; any status shows that the process answers. */
const spawnConsumer = (origin: string, { port, secret, token, folder }: Consumer): RealProcess =>
  spawnProcess({
    args: [CONSUMER],
    env: {
      ...{ PORT: String(port), DECISIONS_DIR: folder, AGAIN_SECONDS: "1" },
      ...{ CHANNEL_SECRET: secret, COTEJO_ORIGIN: origin, COTEJO_TOKEN: token },
    },
    url: `http://127.0.0.1:${port}/`,
    whateverStatus: true,
  });
