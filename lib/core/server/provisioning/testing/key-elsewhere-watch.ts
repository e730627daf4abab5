import type { Work } from "#lib/core/server/keys/rotation-elsewhere/new-key.ts";
import type { World } from "./keys-world.ts";

/** A key of another system, beside the replaced one. */
export const STRANGER = "Stranger";

type FlowStanding = { state: string; new_id: string | null; held: boolean };

/**
 * Checks each call of a rotation of `Backend` against the service's database, where faults have no effect: each name is
 * requested once, and not while a leftover of an earlier attempt exists; the old key is deleted only after the switch
 * to an existing new key; a new key that is shown to a user is deleted only when the rotation is stopped.
 */
export function watch(world: World) {
  let violations: string[] = [];
  let labels = new Set<string>();
  /** Keys that may appear after a list has been read. */
  let late = new Set<string>();
  let stopping = 0;

  async function standing(): Promise<FlowStanding | undefined> {
    const [row] = await world.query<FlowStanding>(
      `SELECT state, new_id,
         EXISTS (SELECT FROM reveals WHERE subject_id = new_id AND secret_id IS NOT NULL AND expires_at > now()) AS held
       FROM flows WHERE kind = 'key_elsewhere' ORDER BY started_at DESC, id LIMIT 1`,
    );
    return row;
  }

  async function judgeDeletion(id: string): Promise<void> {
    const [key] = await world.service.query("SELECT name FROM sandbox.api_key WHERE id = $1", [id]);
    if (!key) return;
    const row = await standing();
    const name: string = key.name;
    if (name === "Backend") {
      const names = await world.service.query("SELECT FROM sandbox.api_key WHERE id = $1", [row?.new_id]);
      if (row?.state !== "switched" || names.length === 0) violations.push("the old key is deleted while it is needed");
    } else if (id === row?.new_id) {
      if (row.state === "switched") violations.push("the new key is deleted while it is in use");
      if (row.held && stopping === 0) violations.push("a new key is deleted that is being shown to a user");
    } else if (!labels.has(name)) violations.push(`${name} is deleted, which is another system's`);
  }

  return {
    on: ({ pool, service }: Work): Work => ({
      pool,
      service: {
        listApiKeys: () => service.listApiKeys(),
        async createApiKey(name) {
          const left = (await world.names()).filter((other) => labels.has(other) && !late.has(other));
          if (left.length > 0) violations.push(`another key is requested beside ${left.join(", ")}`);
          if (labels.has(name)) violations.push(`${name} was requested twice`);
          labels.add(name);
          const [startedMs, deadlineMs] = [performance.now(), world.deadlineMs()];
          return service.createApiKey(name).catch((error: unknown) => {
            // After the deadline the request may still succeed; any other failure is final.
            if (performance.now() - startedMs >= deadlineMs) late.add(name);
            throw error;
          });
        },
        async deleteApiKey(id) {
          await judgeDeletion(id);
          return service.deleteApiKey(id);
        },
      },
    }),
    /** During this action, keys that are being shown may be deleted. */
    async stopping<T>(act: () => Promise<T>): Promise<T> {
      stopping += 1;
      try {
        return await act();
      } finally {
        stopping -= 1;
      }
    },
    /** The service completes requests whose callers gave up. */
    async completeLate(): Promise<void> {
      for (const name of await world.completeLate()) late.add(name);
    },
    violations: (): readonly string[] => violations,
    begin() {
      violations = [];
      labels = new Set();
      late = new Set();
      stopping = 0;
    },
  };
}
