import pg from "pg";
import type { LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import { LIVE_CHANNEL } from "#lib/core/server/live/notify.ts";

/** The announcements to pages while `action` ran: the kinds of each message, by verification, in order. */
export const announcedDuring = async (
  databaseUrl: string,
  action: () => Promise<unknown>,
): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await messagesDuring(databaseUrl, action)).map((message) => [message.verification_id, message.kinds]),
  );

/** The messages announced to pages while `action` ran. */
export async function messagesDuring(databaseUrl: string, action: () => Promise<unknown>): Promise<LiveMessage[]> {
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  const received: LiveMessage[] = [];
  const silence = Promise.withResolvers<void>();
  listener.on("notification", ({ payload }) => {
    if (payload === "end") silence.resolve();
    else received.push(...(JSON.parse(payload ?? "[]") as LiveMessage[]));
  });
  try {
    await listener.query(`LISTEN ${LIVE_CHANNEL}`);
    await action();
    // Notifications arrive in the order of commits: no earlier one arrives after this.
    await listener.query("SELECT pg_notify($1, 'end')", [LIVE_CHANNEL]);
    await silence.promise;
  } finally {
    await listener.end();
  }
  return received;
}
