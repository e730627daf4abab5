import pg from "pg";
import type { LiveMessage } from "#lib/contract/verifications/activity.ts";
import { LIVE_CHANNEL } from "#lib/server/live/notify.ts";

/** What was announced to the pages while `action` ran: the kinds of each message, by verification, in their order. */
export async function announcedDuring(
  databaseUrl: string,
  action: () => Promise<unknown>,
): Promise<Record<string, string[]>> {
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
    // Notifications come in the order of commits: after this one no more can come.
    await listener.query("SELECT pg_notify($1, 'end')", [LIVE_CHANNEL]);
    await silence.promise;
  } finally {
    await listener.end();
  }
  return Object.fromEntries(received.map((message) => [message.verification_id, message.kinds]));
}
