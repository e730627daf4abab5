import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { type Installation, processesOf, startInstallation } from "#e2e/support/installation.ts";
import { startSandbox } from "#lib/sandbox/sandbox.ts";
import { connect, ownFolder } from "#tools/bench/database.ts";
import { startProxy } from "#tools/test/balancer.ts";
import { startKillablePostgres } from "#tools/test/killable-postgres.ts";
import { createDatabase, startTestPostgres } from "#tools/test/postgres-server.ts";
import { signIn } from "#tools/test/sign-in.ts";
import { until } from "#tools/test/until.ts";

/** The product's timeouts of a connection divided by three, since the sandbox's clock is faster too. */
const SHORT_LIMITS = "query_timeout=3500&idle_in_transaction_session_timeout=3500";

type ProcessName = "receiver" | "worker" | "dashboard";

const ADMIN = { email: "bench@example.com", password: randomBytes(12).toString("base64url") };

export type Subject = Awaited<ReturnType<typeof startSubject>>;

/** Only processes are killed, never the machine, so data need not be on the disk. */
const SETTINGS = { fsync: "off" };

/**
 * The service, and a whole Cotejo that is its customer, each with a PostgreSQL of its own. A proxy to Cotejo's can swallow
 * connections, and each part of Cotejo can be made to fail.
 */
export async function startSubject(timeScale: number, stack: AsyncDisposableStack) {
  const postgres = await startKillablePostgres({ dataDir: ownFolder(stack), settings: SETTINGS }, stack);
  const { databaseUrl } = postgres;
  const behind = await startTestPostgres();
  stack.defer(() => behind.stop());
  const serviceUrl = await createDatabase(behind.adminUrl);
  const log = pino({ level: "silent" });
  const sandbox = await startSandbox({ databaseUrl: serviceUrl, port: 0, timeScale, log });
  stack.defer(() => sandbox.stop());
  const service = connect(serviceUrl, 2, stack);
  const cotejo = connect(databaseUrl, 2, stack);
  const { api_key: apiKey } = (await post(`${sandbox.url}/sandbox/accounts`, {})) as { api_key: string };
  const proxy = await startProxy(databaseUrl);
  stack.defer(() => proxy.close());
  const given = {
    DATABASE_URL: `${proxy.url}&${SHORT_LIMITS}`,
    COTEJO_SECRET: randomBytes(32).toString("base64url"),
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: apiKey,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "fatal",
  };
  let installation = await startInstallation(given);
  stack.defer(() => installation.stop());
  const { origin, receiverUrl } = installation;
  const ports = { PORT: new URL(origin).port, RECEIVER_PORT: new URL(receiverUrl).port };
  const cookie = await signIn(origin, ADMIN);
  await post(`${origin}/api/receiver`, {}, { origin, cookie });

  const ready = async () => {
    for (const url of [`${receiverUrl}/health/ready`, `${origin}/api/health/live`]) {
      const isOk = async () => (await fetch(url).catch(() => null))?.ok;
      await until(isOk, { everyMs: 25, message: `${url} is not ready` });
    }
  };

  return {
    service,
    cotejo,
    sandboxUrl: sandbox.url,
    apiKey,
    /** Waits until receiver and dashboard answer. */
    ready,
    /** An answer of the dashboard's API. Rejects any status but 2xx. */
    get: async <T>(path: string): Promise<T> => {
      const answer = await fetch(`${origin}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(30_000) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    kill: async (name: ProcessName) => process.kill(await startedPid(installation, name), "SIGKILL"),
    killPostgres: postgres.kill,
    /** For less than the launcher's timeout, after which it would kill the receiver. */
    async freezeReceiver(ms: number) {
      const pid = await startedPid(installation, "receiver");
      process.kill(pid, "SIGSTOP");
      await delay(ms);
      process.kill(pid, "SIGCONT");
    },
    async swallowConnections(ms: number) {
      proxy.dropAll();
      await delay(ms);
      proxy.recover();
    },
    /** Kills the launcher and all its processes at once, like a power failure. */
    async powerOff() {
      for (const pid of [installation.pid, ...processesOf(installation).values()]) process.kill(pid, "SIGKILL");
      await installation.stop();
    },
    async powerOn() {
      installation = await startInstallation({ ...given, ...ports });
      await ready();
    },
  };
}

/** The launcher may be about to start it. */
const startedPid = (installation: Installation, name: ProcessName): Promise<number> =>
  until(() => processesOf(installation).get(name), { everyMs: 25, message: `there is no ${name}` });

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
