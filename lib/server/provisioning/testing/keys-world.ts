import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Rotation } from "#lib/contract/keys/keys.ts";
import { listRotations } from "#lib/server/keys/rotation/record.ts";
import { type Context, WAITS } from "#lib/server/keys/rotation/steps.ts";
import { lookAgain } from "#lib/server/provisioning/create-once.ts";
import { apiKeys } from "#lib/server/provisioning/resource.ts";
import { findCurrentKey, openKey, switchCurrentKey } from "#lib/server/vault/dashboard-keys.ts";
import { startConnectedService } from "#test/connected-service.ts";
import { crashAfter } from "#test/crash-after.ts";

/** Faults that never answer. */
const UNANSWERED = new Set(["hang", "late"]);
/** After which calls are given up once one may stay unanswered; until then a busy machine has all the time it needs. */
const UNANSWERED_MS = 400;
const HEALTHY_MS = 60_000;

export type World = Awaited<ReturnType<typeof startWorld>>;

const hash = (key: string) => createHash("sha256").update(key).digest();

/** The embedded service with the dashboard's key and one of another system, and the database of a dashboard. */
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

  /** Whether the service knows a key, looked up behind it, which no fault affects. */
  const isKnown = async (key: string) =>
    (await service.query("SELECT FROM sandbox.api_key WHERE key_hash = $1", [hash(key)])).length === 1;

  return {
    ...connected,
    contextOf,
    /** After which a call is given up, in milliseconds. */
    deadlineMs: () => deadlineMs,
    fault(fault: Parameters<typeof connected.fault>[0]): Promise<void> {
      if (UNANSWERED.has(fault.kind)) deadlineMs = UNANSWERED_MS;
      return connected.fault(fault);
    },
    async heal(): Promise<void> {
      await service.call("DELETE", "/sandbox/faults");
      deadlineMs = HEALTHY_MS;
    },
    /** A surviving process, and one beside it. */
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
    /** Makes a key behind the service, unless it has one of this name; returns how many were made. */
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
    /** The minute or the day passes after which lost keys are looked for again. */
    async dayPasses(): Promise<void> {
      await database.pool.query("UPDATE creation_attempts SET look_at = now() WHERE look_at IS NOT NULL");
    },
    /** A worker looks for lost keys. */
    async lookAgain(everyMs = 0): Promise<number> {
      const key = await this.currentKey();
      return lookAgain(database.pool, async () => apiKeys(connected.client(() => key, deadlineMs)), everyMs);
    },
    /** The service completes attempts that were given up; returns the names of the created keys. */
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
    /** All that calls with the old key get passes at once: what the rotations remember is so much longer ago. */
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

/** Gives the tests of a file a world, in which nothing waits for its own sake: full jitter is at its least. */
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
