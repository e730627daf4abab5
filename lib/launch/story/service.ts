import { readDelivery } from "#lib/core/contract/events/event.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { signatureOf, signingKey } from "#lib/receiver/signature.ts";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { deliveriesOf } from "#lib/sandbox/deliveries/emit.ts";
import { seedScripts } from "#lib/sandbox/scenarios/account-plan.ts";
import { addDocuments } from "#lib/sandbox/scenarios/documents.ts";
import { play } from "#lib/sandbox/scenarios/script.ts";
import { lockAccount } from "#lib/sandbox/store/accounts.ts";
import { type Client, inTransaction, type Pool } from "#lib/sandbox/store/database.ts";
import { addDeliveries, type NewDelivery } from "#lib/sandbox/store/deliveries.ts";
import { lockVerification, saveVerification } from "#lib/sandbox/store/verifications.ts";
import type { DatedChange } from "#lib/sandbox/verification/change.ts";
import type { StoryClock } from "./clock.ts";

/** The time in which the receiver of the story was down, in milliseconds. Its deliveries arrive afterwards, or are lost. */
export type Outage = { from: number; to: number };

const OUTAGE_MS = 30 * 60_000;

/** An event is signed and received this long after it happened. */
const DELAY_MS = 1_500;

/** The time in which an uploaded document is processed. */
const ANSWER_MS = 20 * 60_000;

type Webhook = { id: string; events: string[]; url: string; secret: string };

const DELIVERED = `
  UPDATE sandbox.delivery SET state = 'delivered', ended_at = now() WHERE state = 'pending' AND verification_id = $1`;

/** The account's past 30 days at the embedded service, played piece by piece. */
export async function openPast(pool: Pool, now: number) {
  const account = await inTransaction(pool, lockAccount);
  const { rows: webhooks } = await pool.query<Webhook>("SELECT id, events, url, secret FROM sandbox.webhook");
  let left = seedScripts(account.seed, now)
    .flatMap(({ verification_id, steps }) => steps.map((step) => ({ verification_id, step })))
    .filter(({ step }) => step.at <= now)
    .toSorted((one, other) => one.step.at - other.step.at);

  /** Plays the steps of a verification one by one, and returns their signed deliveries. */
  async function perform(client: Client, verification_id: string, steps: DatedChange[]): Promise<SignedDelivery[]> {
    const { account_id, account_name } = account;
    let state = await lockVerification(client, account_id, verification_id);
    const deliveries: (NewDelivery & { at: number })[] = [];
    for (const step of steps) {
      const played = play({ verification_id, account_id, account_name }, state, [step], () => undefined);
      if (!played) continue;
      state = played.state;
      const at = step.at + DELAY_MS;
      deliveries.push(...deliveriesOf(played, webhooks, at, 1).map((delivery) => ({ ...delivery, at })));
    }
    if (state) await saveVerification(client, state);
    await addDeliveries(client, deliveries, new Date());
    await client.query(DELIVERED, [verification_id]);
    return deliveries.flatMap(({ body, webhook_id, at }) => {
      const webhook = webhooks.find(({ id }) => id === webhook_id);
      return webhook ? [sign(body, webhook, at)] : [];
    });
  }
  return {
    /** An outage of half an hour, which begins just before the first busy half hour after `from`. */
    outageAfter(from: number): Outage {
      const isBusy = (at: number, last: number | undefined) => last !== undefined && last < at + OUTAGE_MS - 60_000;
      const first = left.find(({ step }, index) => step.at > from && isBusy(step.at, left[index + 4]?.step.at));
      const began = (first?.step.at ?? from) - 60_000;
      return { from: began, to: began + OUTAGE_MS };
    },
    /** Plays all steps until `until`, and stores each delivery at the time of its reception. */
    async advance(until: number, clock: StoryClock, database: Pooled, outage: Outage): Promise<void> {
      const due = left.filter(({ step }) => step.at + DELAY_MS <= until);
      left = left.slice(due.length);
      const signed = await inTransaction(pool, async (client) => {
        const deliveries: SignedDelivery[] = [];
        for (const [id, entries] of Map.groupBy(due, ({ verification_id }) => verification_id)) {
          const steps = entries.map(({ step }) => step);
          deliveries.push(...(await perform(client, id, steps)));
        }
        return deliveries;
      });
      await receive(signed, clock, database, outage);
    },
    /** The customer uploads a document, which the service has processed at `at`. */
    async answer(verification_id: string, at: number, clock: StoryClock, database: Pooled): Promise<void> {
      const signed = await inTransaction(pool, async (client) => {
        const state = await lockVerification(client, account.account_id, verification_id);
        const random = createRandom(`${verification_id}:answer`);
        return state ? perform(client, verification_id, addDocuments(random, state, 1, at - ANSWER_MS, ANSWER_MS)) : [];
      });
      await receive(signed, clock, database, { from: 0, to: 0 });
    },
  };
}

export type Past = Awaited<ReturnType<typeof openPast>>;

const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

type SignedDelivery = ReturnType<typeof sign>;

/** A delivery as the service signs it at `at` milliseconds. */
function sign(body: string, { url, secret }: Webhook, at: number) {
  const bytes = Buffer.from(body);
  const event = readDelivery(bytes);
  const t = Math.floor(at / 1_000);
  return {
    at,
    delivery: {
      signature: signatureOf(signingKey(secret), String(t), bytes).toString("hex"),
      receiver_id: url.split("/").at(-1) ?? "",
      signed_at: t,
      body: bytes,
      late: false,
      event_name: event.event_name,
      verification_id: event.verification_id,
      unrecognized: event.recognized ? null : `${event.reason}: ${event.detail}`,
    },
  };
}

/** Stores the deliveries of each minute together. Every third delivery of the outage is lost. */
async function receive(signed: SignedDelivery[], clock: StoryClock, database: Pooled, { from, to }: Outage) {
  const isMissed = ({ at }: SignedDelivery) => at >= from && at < to;
  const lost = signed.filter(isMissed).filter((_, index) => index % 3 === 1);
  const arrived = signed
    .filter((each) => !lost.includes(each))
    .map((each) => (isMissed(each) ? { at: to + 90_000, delivery: { ...each.delivery, late: true } } : each));
  const minutes = Map.groupBy(
    arrived.toSorted((one, other) => one.at - other.at),
    ({ at }) => minuteOf(at),
  );
  for (const together of minutes.values()) {
    await clock.set(together.at(-1)?.at ?? 0);
    await storeDeliveries(
      database.pool,
      together.map(({ delivery }) => delivery),
    );
  }
}
