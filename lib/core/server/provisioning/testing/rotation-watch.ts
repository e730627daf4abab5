import { type Context, WAITS } from "#lib/core/server/keys/rotation/steps.ts";
import type { KeyService } from "#lib/core/server/provisioning/resource.ts";
import { refused } from "#lib/core/server/service/service-error.ts";
import type { World } from "./keys-world.ts";

/**
 * Checks each call of a rotation against the service's database, where faults have no effect: each name is requested
 * once, and not while a leftover of an earlier attempt exists; a deleted key is not in use, not another system's, and
 * not the key of calls that began before the switch.
 */
export function watch(world: World) {
  let violations: string[] = [];
  let names = new Set<string>();
  /** Number of keys that may appear after a list has been read, beyond the two of the rotation. */
  let late = 0;
  let stillborn = 0;
  let powerless = 0;
  let forbidden = new Set<string>();

  const expectOnce = (name: string) => {
    if (names.has(name)) violations.push(`${name} was requested twice`);
    names.add(name);
  };
  async function expectNothingLeft(): Promise<void> {
    const there = await world.names();
    if (there.length > 2 + late) violations.push(`another key is requested beside ${there.join(", ")}`);
  }
  async function expectUnused(id: string): Promise<void> {
    if (id === (await world.idOf("Backend"))) violations.push("another system's key is deleted");
    const [found] = await world.query<{ current: boolean; carried: boolean }>(
      `SELECT EXISTS (SELECT FROM dashboard_keys WHERE state = 'current' AND service_key_id = $1) AS current,
         EXISTS (SELECT FROM flows AS rotation JOIN flow_steps AS step ON step.flow_id = rotation.id
           WHERE kind = 'own_key' AND old_id = $1 AND step.state = 'switched'
             AND step.at > clock_timestamp() - make_interval(secs => ${WAITS.drain / 1000})) AS carried`,
      [id],
    );
    if (found?.current) violations.push("the key in use is deleted");
    if (found?.carried) violations.push("a key is deleted that calls may still carry");
  }

  const watched = (service: KeyService, apiKey: string): KeyService => ({
    async listApiKeys() {
      if (forbidden.has(apiKey)) throw refused("GET", 403, { code: null, message: null }, undefined);
      return service.listApiKeys();
    },
    async createApiKey(name) {
      expectOnce(name);
      await expectNothingLeft();
      const [startedMs, deadlineMs] = [performance.now(), world.deadlineMs()];
      const created = await service.createApiKey(name).catch((error: unknown) => {
        // After the deadline the request may still succeed; any other failure is final.
        if (performance.now() - startedMs >= deadlineMs) late += 1;
        throw error;
      });
      if (stillborn > 0) {
        stillborn -= 1;
        await world.service.query("DELETE FROM sandbox.api_key WHERE id = $1", [created.key.api_key_id]);
      } else if (powerless > 0) {
        powerless -= 1;
        forbidden.add(created.api_key);
      }
      return created;
    },
    async deleteApiKey(id) {
      await expectUnused(id);
      return service.deleteApiKey(id);
    },
  });

  return {
    on: (context: Context): Context => ({
      ...context,
      waits: { ...context.waits, drain: WAITS.drain },
      serviceWith: (apiKey) => watched(context.serviceWith(apiKey), apiKey),
    }),
    violations: (): readonly string[] => violations,
    /** Whether the service may still create a key whose caller gave up. */
    isLate: () => late > 0,
    /** The service deletes the next new key at once. */
    letBeStillborn() {
      stillborn += 1;
    },
    /** Calls with the next new key are answered 403. */
    letBePowerless() {
      powerless += 1;
    },
    /** The service completes requests whose callers gave up. */
    async completeLate(): Promise<void> {
      late += (await world.completeLate()).length;
    },
    begin() {
      violations = [];
      names = new Set();
      late = 0;
      stillborn = 0;
      powerless = 0;
      forbidden = new Set();
    },
  };
}
