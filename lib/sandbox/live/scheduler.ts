import type { Log } from "#lib/platform/server/base/log.ts";
import { type Loop, pauseUntil, pollInterval, startLoop } from "#lib/sandbox/base/loop.ts";
import type { Faults } from "#lib/sandbox/http/faults.ts";
import { SLOT_MS, slotScripts } from "#lib/sandbox/scenarios/account-plan.ts";
import { lockAccount, shareAccount, updateAccount } from "#lib/sandbox/store/accounts.ts";
import { inTransaction, type Pool } from "#lib/sandbox/store/database.ts";
import {
  addSteps,
  type DueStep,
  dueSteps,
  earliestDue,
  postponeEverything,
  removeSteps,
} from "#lib/sandbox/store/steps.ts";
import { pace, perform } from "./activity.ts";

const BATCH = 200;
/** A longer delay means that the sandbox did not run: the activity continues from now instead of catching up. */
const DOWNTIME_MS = 30_000;

type SchedulerContext = { pool: Pool; timeScale: number; faults: Faults };

/** Applies due steps until it is stopped; `onEmitted` is called when deliveries were written. */
export function startScheduler(context: SchedulerContext, log: Log, onEmitted: () => void): Loop {
  const { pool, timeScale } = context;
  return startLoop("scenarios", log, async () => {
    const earliest = await earliestDue(pool);
    const now = Date.now();
    if (!earliest || earliest.getTime() > now) return pauseUntil(earliest);
    if (now - earliest.getTime() > DOWNTIME_MS) await continueFromNow(pool);
    await beginSlots(pool, timeScale, now);
    const due = await dueSteps(pool, new Date(), BATCH);
    for (const steps of byVerification(due)) {
      await takeSteps(context, steps, log);
      onEmitted();
    }
    return due.length === BATCH ? 0 : pollInterval(timeScale);
  });
}

/**
 * Continues the activity after a time in which the sandbox did not run. Steps are locked before they are read again: a step
 * that a user plays at this moment would otherwise be moved by the whole downtime too.
 */
async function continueFromNow(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockAccount(client);
    await client.query("LOCK TABLE sandbox.step IN SHARE ROW EXCLUSIVE MODE");
    const earliest = await earliestDue(client);
    const late = earliest === null ? 0 : Date.now() - earliest.getTime();
    if (late > DOWNTIME_MS) await postponeEverything(client, late);
  });
}

/** Schedules the verifications of every slot that has begun, once. */
async function beginSlots(pool: Pool, timeScale: number, now: number): Promise<void> {
  let more = true;
  while (more) {
    more = await inTransaction(pool, async (client) => {
      const account = await lockAccount(client);
      if (account.paused_at || !account.next_slot_at || account.next_slot_at.getTime() > now) return false;
      const begins = account.next_slot_at.getTime();
      const speed = pace(timeScale, account.pace);
      for (const script of slotScripts(account.seed, account.next_slot, begins, speed)) {
        await addSteps(client, account.account_id, script.verification_id, script.steps);
      }
      const next = new Date(begins + SLOT_MS / speed);
      await updateAccount(client, account.account_id, { next_slot: account.next_slot + 1, next_slot_at: next });
      return next.getTime() <= now;
    });
  }
}

const byVerification = (due: readonly DueStep[]): DueStep[][] => [
  ...Map.groupBy(due, (step) => step.verification_id).values(),
];

async function takeSteps(context: SchedulerContext, due: readonly DueStep[], log: Log): Promise<void> {
  const [first] = due;
  if (!first) return;
  await inTransaction(context.pool, async (client) => {
    const account = await shareAccount(client, first.account_id);
    // If the account was paused since the read, only steps by hand are played.
    const going = account?.paused_at ? due.filter((step) => step.by_hand) : due;
    const ids = going.map((step) => step.id);
    await removeSteps(client, ids);
    if (!account || going.length === 0) return;
    const steps = going.map((step) => ({ at: step.due_at.getTime(), change: step.change }));
    // A user may have finished or changed this verification by hand since its story was written.
    await perform(client, account, first.verification_id, steps, context, (step) =>
      log.debug({ verification_id: first.verification_id, kind: step.change.kind }, "step no longer possible"),
    );
  });
}
