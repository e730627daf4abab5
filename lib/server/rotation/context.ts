import { type Database, database } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { createServiceClient, type ServiceClient } from "#lib/server/service/client.ts";
import { WAITS, type Waits } from "./waits.ts";

export type Service = Pick<ServiceClient, "listApiKeys" | "createApiKey" | "deleteApiKey">;

/** What a rotation works with. */
export type Context = Pick<Database, "pool"> & {
  /** The service, called with this very key: a rotation has to know which one proves what. */
  serviceWith: (apiKey: string) => Service;
  waits: Waits;
};

export const rotationContext = ({ pool }: Pick<Database, "pool"> = database()): Context => ({
  pool,
  waits: WAITS,
  serviceWith(apiKey) {
    const baseUrl = env().SVC_BASE_URL;
    if (!baseUrl) throw new Error("SVC_BASE_URL is supplied by the launcher or the environment");
    return createServiceClient({ baseUrl, getKey: async () => apiKey });
  },
});
