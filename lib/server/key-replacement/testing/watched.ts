import type { Work } from "#lib/server/key-replacement/work.ts";
import type { World } from "#lib/server/rotation/testing/world.ts";

/** A key of somebody else, beside the one that is replaced. */
export const STRANGER = "Stranger";

type Standing = { state: string; new_service_key_id: string | null; labels: string[]; held: boolean };

/**
 * Looks at each call of a replacement of `Backend` from behind the service, where no fault can stand in the way: a key is
 * asked for once under its name, the old one is deleted only when the new one is in place and there, and a new one that
 * somebody is being shown only by who stops the replacement.
 */
export function watch(world: World) {
  let wrongs: string[] = [];
  let labels = new Set<string>();
  let stopping = 0;

  async function standing(): Promise<Standing | undefined> {
    const [row] = await world.query<Standing>(
      `SELECT state, new_service_key_id,
         ARRAY(SELECT label FROM rotation_attempts WHERE replacement_id = replacement.id) AS labels,
         EXISTS (SELECT FROM reveals WHERE subject_id = new_service_key_id AND secret_id IS NOT NULL AND expires_at > now()) AS held
       FROM key_replacements AS replacement ORDER BY started_at DESC, id LIMIT 1`,
    );
    return row;
  }

  async function judgeDeletion(id: string): Promise<void> {
    const [key] = await world.service.query("SELECT name FROM sandbox.api_key WHERE id = $1", [id]);
    if (!key) return;
    const row = await standing();
    const name: string = key.name;
    if (name === "Backend") {
      const names = await world.service.query("SELECT FROM sandbox.api_key WHERE id = $1", [row?.new_service_key_id]);
      if (row?.state !== "switched" || names.length === 0) wrongs.push("the old key is deleted while it is needed");
    } else if (id === row?.new_service_key_id) {
      if (row.state === "switched") wrongs.push("the new key is deleted while it is in use");
      if (row.held && stopping === 0) wrongs.push("a new key is deleted that somebody is being shown");
    } else if (!labels.has(name)) wrongs.push(`${name} is deleted, which is somebody else's`);
  }

  return {
    on: ({ pool, service }: Work): Work => ({
      pool,
      service: {
        listApiKeys: () => service.listApiKeys(),
        createApiKey(name) {
          if (labels.has(name)) wrongs.push(`${name} was asked for twice`);
          labels.add(name);
          return service.createApiKey(name);
        },
        async deleteApiKey(id) {
          await judgeDeletion(id);
          return service.deleteApiKey(id);
        },
      },
    }),
    /** While this is done, keys that are being shown may be deleted. */
    async stopping<T>(act: () => Promise<T>): Promise<T> {
      stopping += 1;
      try {
        return await act();
      } finally {
        stopping -= 1;
      }
    },
    wrongs: (): readonly string[] => wrongs,
    begin() {
      wrongs = [];
      labels = new Set();
      stopping = 0;
    },
  };
}
