import type { Pace } from "#lib/contract/sandbox/sandbox.ts";
import { lockAccount, setPace } from "#lib/sandbox/store/accounts.ts";
import { inTransaction, type Pool } from "#lib/sandbox/store/database.ts";
import { stretchActivity } from "#lib/sandbox/store/steps.ts";
import { pace } from "./pace.ts";

/**
 * Changes how fast the steady activity goes from now on: what was to come comes sooner or later, in its rhythm. While it
 * is off it rests, and then goes on from where it was.
 */
export async function changePace(pool: Pool, timeScale: number, chosen: Pace): Promise<void> {
  await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    const now = new Date();
    if (chosen === "off") return setPace(client, account.account_id, account.pace, account.paused_at ?? now);
    const factor = pace(timeScale, account.pace) / pace(timeScale, chosen);
    await stretchActivity(client, account.paused_at ?? now, now, factor);
    await setPace(client, account.account_id, chosen, null);
  });
}
