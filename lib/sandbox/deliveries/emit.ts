import type { DeliveryFault } from "#lib/contract/sandbox/sandbox-input.ts";
import { createRandom, type Random } from "#lib/sandbox/base/random.ts";
import type { Faults, Met } from "#lib/sandbox/http/faults.ts";
import type { NewDelivery } from "#lib/sandbox/store/deliveries.ts";
import type { Webhook } from "#lib/sandbox/store/webhooks.ts";
import type { Advanced } from "#lib/sandbox/verification/state.ts";

/** So many deliveries in a hundred overtake, or come twice: delivery is at least once and in no order. */
const LATE = 0.06;
const TWICE = 0.03;
const LATEST_MS = 8_000;

/**
 * One delivery for each webhook subscribed at this moment to each event (no backfill for later ones). Disturbances of a
 * delivery are determined by the verification and the event's rank in it, and by requested faults.
 */
export function deliveriesOf(
  { state, events }: Advanced,
  subscriptions: readonly Pick<Webhook, "id" | "events">[],
  now: number,
  timeScale: number,
  faults?: Pick<Faults, "takeDelivery">,
): NewDelivery[] {
  const firstRank = state.events_emitted - events.length;
  return events.flatMap((event, index) => {
    const body = JSON.stringify(event);
    const random = createRandom(`${state.verification_id}:${firstRank + index}`);
    const usual: Fate = {
      delay: random.chance(LATE) ? random.between(500, LATEST_MS) : 0,
      twice: random.chance(TWICE),
      resigned: random.chance(0.5),
      lost: false,
      forged: false,
    };
    const subscribed = subscriptions.filter((webhook) => webhook.events.includes(event.event_name));
    const fault = subscribed.length > 0 ? faults?.takeDelivery(event.event_name, state.verification_id) : null;
    const { delay, ...fate } = fault ? faultedFate(usual, fault, random) : usual;
    return subscribed.map((webhook) => ({
      webhook_id: webhook.id,
      verification_id: state.verification_id,
      event_name: event.event_name,
      body,
      next_at: new Date(now + delay / timeScale),
      ...fate,
    }));
  });
}

/** The disturbances of a delivery; `delay` in milliseconds before the first attempt, before the time scale. */
type Fate = Pick<NewDelivery, "twice" | "resigned" | "lost" | "forged"> & { delay: number };

/** The fate of a delivery that meets a fault on purpose (`lib/contract/sandbox/sandbox.ts`). */
function faultedFate(fate: Fate, fault: Met<DeliveryFault>, random: Random): Fate {
  switch (fault.kind) {
    case "delivery_lost":
      return { ...fate, lost: true };
    case "delivery_delayed":
      return { ...fate, delay: fault.delay_ms };
    case "delivery_duplicated":
      return { ...fate, twice: true };
    case "delivery_shuffled":
      return { ...fate, delay: random.between(0, fault.delay_ms) };
    case "delivery_forged":
      return { ...fate, forged: true };
  }
}
