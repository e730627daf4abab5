import { type Database, database } from "#lib/server/db/database.ts";
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
