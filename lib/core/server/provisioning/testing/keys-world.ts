import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Rotation } from "#lib/core/contract/keys/keys.ts";
import { listRotations } from "#lib/core/server/keys/rotation/record.ts";
import { type Context, WAITS } from "#lib/core/server/keys/rotation/steps.ts";
import { deleteLateKeys } from "#lib/core/server/provisioning/create-once.ts";
import { apiKeys } from "#lib/core/server/provisioning/resource.ts";
import { findCurrentKey, openKey, switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { startConnectedService } from "#tools/test/connected-service.ts";
import { crashAfter } from "#tools/test/crash-after.ts";

/** Faults that never answer. */
const UNANSWERED = new Set(["hang", "late"]);
/** Call timeout once a fault may leave calls unanswered; before that the timeout is long, for a busy machine. */
const UNANSWERED_MS = 400;
const HEALTHY_MS = 60_000;

export type World = Awaited<ReturnType<typeof startWorld>>;

const hash = (key: string) => createHash("sha256").update(key).digest();

/** The embedded service with the dashboard's key and a key of another system, and the database of a dashboard. */
export async function startWorld() {
  const connected = await startConnectedService();
  const { service, database, other } = connected;
  /**
   * The context of a process that dies after this number of operations; two processes have connections of their own.
   */
  function contextOf(process: 0 | 1, operations?: number): Context {
    const { pool, service } = crashAfter(operations);
    return {
      pool: pool(([database, other] as const)[process].pool),
      serviceWith: (key) => service(connected.client(() => key, deadlineMs)),
      waits: { drain: 0, backoff: () => 0 },
    };
  }
  let firstKey = "";
  let deadlineMs = HEALTHY_MS;

  /** Whether the service knows a key, by its database, where faults have no effect. */
  const isKnown = async (key: string) =>
    (await service.query("SELECT FROM sandbox.api_key WHERE key_hash = $1", [hash(key)])).length === 1;

  return {
    ...connected,
    contextOf,
    /** Timeout of a call in milliseconds. */
    deadlineMs: () => deadlineMs,
    fault(fault: Parameters<typeof connected.fault>[0]): Promise<void> {
      if (UNANSWERED.has(fault.kind)) deadlineMs = UNANSWERED_MS;
      return connected.fault(fault);
    },
    async heal(): Promise<void> {
      await service.call("DELETE", "/sandbox/faults");
      deadlineMs = HEALTHY_MS;
    },
    /** The contexts of two processes that do not die. */
    engines: [contextOf(0), contextOf(1)] as const,
    firstKey: () => firstKey,
    isKnown,
    async begin(): Promise<void> {
      await this.heal();
      await database.pool.query(`DELETE FROM flows; DELETE FROM creation_attempts; DELETE FROM reveals;
         DELETE FROM dashboard_keys; DELETE FROM vault_secrets`);
      await service.query("DELETE FROM sandbox.api_key");
      firstKey = (await service.replaceKey()).api_key;
      await service.call("POST", "/api-keys", { body: { id: "Backend" } });
      await switchCurrentKey(firstKey, database);
      await database.pool.query("UPDATE dashboard_keys SET service_key_id = $1", [await this.idOf("cotejo-dashboard")]);
    },
    async currentKey(): Promise<string> {
      const current = await findCurrentKey(database.pool);
      return openKey(database.pool, current?.id ?? expect.unreachable());
    },
    /** The service's id of the key with this name. */
    async idOf(name: string): Promise<string> {
      const [row] = await service.query("SELECT id FROM sandbox.api_key WHERE name = $1", [name]);
      return row.id;
    },
    /** Inserts a key into the service's database, unless the name exists; returns the number of new keys. */
    async addKey(name: string): Promise<number> {
      const made = await service.query(
        `INSERT INTO sandbox.api_key (id, account_id, name, key_hash, permission, created_at)
         SELECT 'ak_' || md5($1), account_id, $1, sha256($1::bytea), 'full', now() FROM sandbox.api_key WHERE name = 'Backend'
         ON CONFLICT DO NOTHING RETURNING id`,
        [name],
      );
      return made.length;
    },
    /** The names of all keys at the service. */
    names: async (): Promise<string[]> =>
      (await service.query("SELECT name FROM sandbox.api_key ORDER BY name")).map(({ name }) => name),
    /** As if the time until the next search for lost keys had passed. */
    async dayPasses(): Promise<void> {
      await database.pool.query("UPDATE creation_attempts SET look_at = now() WHERE look_at IS NOT NULL");
    },
    /** A worker searches for lost keys. */
    async deleteLateKeys(everyMs = 0): Promise<number> {
      const key = await this.currentKey();
      return deleteLateKeys(database, async () => apiKeys(connected.client(() => key, deadlineMs)), everyMs);
    },
    /** The service completes requests whose callers gave up; returns the names of the created keys. */
    async completeLate(): Promise<string[]> {
      const { rows } = await database.pool.query<{ name: string }>(
        "SELECT asked->>'name' AS name FROM creation_attempts WHERE look_at IS NOT NULL",
      );
      const made = await Promise.all(rows.map(async ({ name }) => ((await this.addKey(name)) > 0 ? [name] : [])));
      return made.flat();
    },
    /** The stored values that the service still knows. */
    async owned(): Promise<string[]> {
      const { rows } = await database.pool.query<{ owner: string }>("SELECT owner FROM vault_secrets");
      const values = await Promise.all(rows.map(({ owner }) => openKey(database.pool, owner)));
      const known = await Promise.all(values.map(isKnown));
      return values.filter((_, index) => known[index]);
    },
    /** As if the time for calls with the old key had passed: shifts the stored times of the rotations back. */
    async pass(): Promise<void> {
      const ago = `- make_interval(secs => ${WAITS.drain / 1000})`;
      await database.pool.query(`UPDATE flows SET due_at = due_at ${ago}; UPDATE flow_steps SET at = at ${ago}`);
    },
    async newest(): Promise<Rotation> {
      const [rotation] = await listRotations(database);
      return rotation ?? expect.unreachable("no rotation was started");
    },
  };
}

/** Sets up the service and database for the tests of a file, without random delays: full jitter is at its minimum. */
export function inWorld(given: (world: World) => void): void {
  let world: World;
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  beforeAll(async () => {
    world = await startWorld();
    given(world);
  });
  afterAll(async () => {
    await world.end();
    vi.unstubAllEnvs();
  });
  beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));
}
