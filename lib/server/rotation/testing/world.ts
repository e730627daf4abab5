import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Rotation } from "#lib/contract/keys/rotation.ts";
import type { Context } from "#lib/server/rotation/context.ts";
import { listRotations } from "#lib/server/rotation/list.ts";
import { WAITS } from "#lib/server/rotation/waits.ts";
import { switchCurrentKey } from "#lib/server/vault/current-key.ts";
import { findCurrentKey, openKey } from "#lib/server/vault/dashboard-keys.ts";
import { startConnectedService } from "#test/connected-service.ts";
import { impatient } from "./mortal.ts";

export type World = Awaited<ReturnType<typeof startWorld>>;

const hash = (key: string) => createHash("sha256").update(key).digest();

/** The embedded service with the dashboard's key and one of somebody else, and the database of a dashboard. */
export async function startWorld() {
  const connected = await startConnectedService();
  const { service, database, other } = connected;
  const contextOn = (pool: Context["pool"]): Context => ({
    pool,
    serviceWith: (key) => connected.client(() => key),
    waits: { drain: 0, backoff: () => 0, look: 0 },
  });
  const context = contextOn(database.pool);
  let firstKey = "";

  /** Whether the service knows a key, looked up behind it: no fault can stand in the way. */
  const isKnown = async (key: string) =>
    (await service.query("SELECT FROM sandbox.api_key WHERE key_hash = $1", [hash(key)])).length === 1;

  return {
    ...connected,
    context,
    /** A process that lives, and one beside it on connections of its own. */
    engines: [impatient(context), impatient(contextOn(other.pool))] as const,
    firstKey: () => firstKey,
    isKnown,
    async begin(): Promise<void> {
      await service.call("DELETE", "/sandbox/faults");
      await database.pool.query("DELETE FROM rotations; DELETE FROM dashboard_keys; DELETE FROM vault_secrets");
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
      await database.pool.query(
        `UPDATE rotations SET due_at = due_at ${ago}; UPDATE rotation_steps SET at = at ${ago}`,
      );
    },
    async newest(): Promise<Rotation> {
      const [rotation] = await listRotations(database);
      return rotation ?? expect.unreachable("no rotation was started");
    },
    heal: () => service.call("DELETE", "/sandbox/faults"),
    async end(): Promise<void> {
      await connected.end();
      vi.unstubAllEnvs();
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
  afterAll(() => world.end());
  beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));
}
