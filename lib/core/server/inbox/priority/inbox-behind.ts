import type { Client } from "#lib/platform/server/db/database.ts";

const BEHIND = `
  SELECT EXISTS (
    SELECT FROM inbox WHERE state = 'pending' AND next_attempt_at IS NULL AND received_at < now() - interval '1 second'
  ) AS behind`;

/** Whether received deliveries wait to be applied: they have priority over other work of the worker. */
export const isInboxBehind = async (client: Client): Promise<boolean> =>
  (await client.query<{ behind: boolean }>(BEHIND)).rows[0]?.behind ?? false;
