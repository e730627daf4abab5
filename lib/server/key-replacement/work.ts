import { type Database, database } from "#lib/server/db/database.ts";
import { oneAtATime } from "#lib/server/receiver-connection/one-at-a-time.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";

/** What a replacement works with. */
export type Work = Pick<Database, "pool"> & {
  service: Pick<ServiceClient, "listApiKeys" | "createApiKey" | "deleteApiKey">;
};

export const usualWork = ({ pool }: Pick<Database, "pool"> = database()): Work => ({
  pool,
  service: serviceClient({ pool }),
});

/** Any constant of its own. */
const REPLACEMENT_LOCK = 7_206_455_224;

/** What changes a replacement is done by one at a time: two admins do not make two keys, nor delete each other's. */
export const alone = <T>({ pool }: Work, act: () => Promise<T>): Promise<T> => oneAtATime(pool, REPLACEMENT_LOCK, act);
