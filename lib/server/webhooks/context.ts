import type pg from "pg";
import { isOnThisMachine } from "#lib/contract/webhooks/webhook-problems.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { LOCKS, oneAtATime } from "#lib/server/provisioning/one-at-a-time.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";

/** What managing webhooks works with. */
export type Context = {
  pool: pg.Pool;
  service: Pick<ServiceClient, "listWebhooks" | "getWebhook" | "createWebhook" | "updateWebhook" | "deleteWebhook">;
  /** The service runs on this machine and delivers to plain http there. */
  local: boolean;
};

export const webhookContext = (connection: Pick<Database, "pool"> = database()): Context => ({
  pool: connection.pool,
  service: serviceClient(connection),
  local: isOnThisMachine(env().SVC_BASE_URL ?? ""),
});

/** Runs a change of the account's webhooks while nobody else of this dashboard makes one. */
export const changingWebhooks = <T>({ pool }: Context, work: () => Promise<T>): Promise<T> =>
  oneAtATime(pool, LOCKS.webhooks, work);
