import { type Database, database } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { createServiceClient, type ServiceClient } from "#lib/server/service/client.ts";
import { createKeySource } from "#lib/server/vault/current-key.ts";
import { createErrorLedger } from "./service-errors.ts";
import { reportCall } from "./take-call.ts";

// Hot reload evaluates modules again; the circuit breaker must outlive them.
const shared = globalThis as { cotejoServiceClients?: WeakMap<Database["pool"], ServiceClient> };

/** This process's client of the service, with the current key of the vault in this database. */
export function serviceClient(connection: Pick<Database, "pool"> = database()): ServiceClient {
  const baseUrl = env().SVC_BASE_URL;
  if (!baseUrl) throw new Error("SVC_BASE_URL is supplied by the launcher or the environment");
  shared.cotejoServiceClients ??= new WeakMap();
  const client =
    shared.cotejoServiceClients.get(connection.pool) ??
    createServiceClient({
      baseUrl,
      getKey: createKeySource(connection),
      // The pause is for all processes; that it could not be noted is no reason to fail the call that brought it.
      onFailure: createErrorLedger(connection),
      onTooMany: (retryAfter) => void reportCall(connection, "too_many", retryAfter).catch(() => undefined),
    });
  shared.cotejoServiceClients.set(connection.pool, client);
  return client;
}
