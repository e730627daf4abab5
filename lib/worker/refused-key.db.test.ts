import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startRotation } from "#lib/core/server/keys/rotation/commands.ts";
import { listRotations } from "#lib/core/server/keys/rotation/record.ts";
import { rotationTasks } from "#lib/core/server/keys/rotation/run.ts";
import { rotationContext } from "#lib/core/server/keys/rotation/steps.ts";
import { connectionTasks } from "#lib/core/server/receiver-connection/check.ts";
import { refreshTasks } from "#lib/core/server/refresh/tasks.ts";
import { isKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import { switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { describeError, runWorker } from "./worker.ts";

/** The factor by which the tasks run more often than in a real worker. */
const SPEEDUP = 100;
const MINUTE_MS = 60_000;
const WAIT = { timeout: 60_000, interval: 50 };

let connected: ConnectedService;
let ids: string[];
const running: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  // After a rotation elsewhere, the variable has neither the stored key nor a key that the service knows.
  vi.stubEnv("SVC_API_KEY", "svc_sk_live_deleted");
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ids = await Promise.all(["finished", "error", "backward"].map((scenario) => connected.service.play(scenario)));
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());
afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

/** A worker with all tasks that call the service; `minute` resolves after as many rounds of each as in a minute. */
function startWorker() {
  const stop = new AbortController();
  const lines: string[] = [];
  const say = (_: unknown, text?: string) => void lines.push(text ?? "");
  const log = { info: say, warn: say };
  const { database, databaseUrl } = connected;
  const tasks = [...refreshTasks(database), ...connectionTasks(log, database), ...rotationTasks(database)];
  const turns = new Map<string, number>();
  const faster = ({ name, everyMs, run }: PeriodicTask): PeriodicTask => ({
    name,
    everyMs: everyMs / SPEEDUP,
    run: (signal) => run(signal).finally(() => turns.set(name, (turns.get(name) ?? 0) + 1)),
  });
  const ended = runWorker({
    database,
    databaseUrl,
    tasks: tasks.map(faster),
    signal: stop.signal,
    onProblem: (during, error) => lines.push(`${during}: ${describeError(error)}`),
  });
  running.push({ stop, ended });
  async function minute(): Promise<void> {
    const before = new Map(turns);
    await vi.waitFor(() => {
      for (const { name, everyMs } of tasks) {
        expect((turns.get(name) ?? 0) - (before.get(name) ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS / everyMs);
      }
    }, WAIT);
  }
  return { lines, minute };
}

/** Creates a key of the account that the service can be told to refuse and to accept again. */
async function createKey() {
  const { body } = await connected.service.call("POST", "/api-keys", { body: { id: "dashboard" } });
  const value: string = body.api_key;
  const set = async (accepted: string) =>
    connected.service.query("UPDATE sandbox.api_key SET key_hash = $1 WHERE name = 'dashboard' RETURNING id", [
      createHash("sha256").update(accepted).digest(),
    ]);
  const [{ id }] = await set(value);
  return { value, id, revoke: () => set("another"), restore: () => set(value) };
}

async function countAll() {
  const paths = ["/verifications/*", "/v2/verifications/*/people", "/v2/webhooks", "/api-keys"];
  const counts: (() => Promise<number>)[] = [];
  for (const path of paths) counts.push(await connected.countCalls(path));
  return async () => (await Promise.all(counts.map((count) => count()))).reduce((sum, count) => sum + count, 0);
}

it("a worker with a refused key makes a call a minute, and catches up as soon as it is accepted", async () => {
  const key = await createKey();
  await switchCurrentKey(key.value, connected.database);
  await connected.query("UPDATE dashboard_keys SET service_key_id = $1", [key.id]);
  await startRotation({}, rotationContext(connected.database));
  await connected.query(
    `INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
     SELECT id, subject, 'gap', now() FROM unnest($1::text[]) AS id, unnest('{verification,people}'::text[]) AS subject`,
    [ids],
  );
  await connected.query(
    `INSERT INTO creation_attempts (id, kind, flow_id, asked, known_ids, look_at)
     VALUES (gen_random_uuid(), 'key', 'ended', '{"name": "lost"}', '{}', now())`,
  );
  await key.revoke();
  const calls = await countAll();
  const began = Date.now();

  const { lines, minute } = startWorker();
  await vi.waitFor(async () => expect(await isKeyRefused(connected.other)).toBe(true), WAIT);
  await minute();
  const atFirst = await calls();
  // In progress at the first refusal: four reads, the check, the rotation, the lost key, and the key of the environment,
  // whose check also calls the stored key. On a slow machine minutes of the probe pass as well.
  const slow = 2 * Math.floor((Date.now() - began) / MINUTE_MS);
  expect(atFirst).toBeLessThanOrEqual(9 + slow);
  await connected.query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");
  await minute();
  expect((await calls()) - atFirst).toBeGreaterThanOrEqual(1);
  expect((await calls()) - atFirst).toBeLessThanOrEqual(2 + slow);
  expect(
    await connected.query("SELECT FROM refresh_requests WHERE attempts = 0 AND due_at <= now() + interval '1 second'"),
  ).toHaveLength(6);
  expect((await listRotations(connected.database))[0]).toMatchObject({ state: "intent" });

  await key.restore();
  await connected.query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");
  await vi.waitFor(async () => {
    expect(await connected.query("SELECT FROM refresh_requests")).toEqual([]);
    // The rotation now only waits, and deletes the old key.
    expect(["draining", "retiring", "done"]).toContain((await listRotations(connected.database))[0]?.state);
    expect(lines.slice(2)).toEqual(["the service takes the API key again"]);
  }, WAIT);
  expect(lines.slice(0, 2).sort()).toEqual([
    expect.stringMatching(
      /^a changed SVC_API_KEY: The stored API key is refused, and SVC_API_KEY does not replace it: the service refuses it too/,
    ),
    expect.stringMatching(/^the service refuses the API key: /),
  ]);
});
