import type { DeliveryFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { createRandom, type Random } from "#lib/sandbox/base/random.ts";
import type { AppliedFault, Faults } from "#lib/sandbox/http/faults.ts";
import type { NewDelivery } from "#lib/sandbox/store/deliveries.ts";
import type { Webhook } from "#lib/sandbox/store/webhooks.ts";
import type { Advanced } from "#lib/sandbox/verification/state.ts";

/** The share of deliveries that overtake others or come twice: delivery is at least once and in no order. */
const LATE_SHARE = 0.06;
const DUPLICATE_SHARE = 0.03;
const MAX_LATENESS_MS = 8_000;

/**
 * Makes one delivery for each event and each webhook subscribed now (no backfill for later webhooks). The verification,
 * the rank of the event in it and the requested faults determine the disturbances of a delivery.
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
    const usual: Disturbance = {
      delay: random.chance(LATE_SHARE) ? random.between(500, MAX_LATENESS_MS) : 0,
      twice: random.chance(DUPLICATE_SHARE),
      resigned: random.chance(0.5),
      lost: false,
      forged: false,
    };
    const subscribed = subscriptions.filter((webhook) => webhook.events.includes(event.event_name));
    const fault = subscribed.length > 0 ? faults?.takeDelivery(event.event_name, state.verification_id) : null;
    const { delay, ...disturbance } = fault ? applyFault(usual, fault, random) : usual;
    return subscribed.map((webhook) => ({
      webhook_id: webhook.id,
      verification_id: state.verification_id,
      event_name: event.event_name,
      body,
      next_at: new Date(now + delay / timeScale),
      ...disturbance,
    }));
  });
}

/** The disturbances of a delivery; `delay` in milliseconds before the first attempt, before the time scale. */
type Disturbance = Pick<NewDelivery, "twice" | "resigned" | "lost" | "forged"> & { delay: number };

/** The disturbance of a delivery by a requested fault (`lib/edge/contract/sandbox/sandbox.ts`). */
function applyFault(usual: Disturbance, fault: AppliedFault<DeliveryFault>, random: Random): Disturbance {
  switch (fault.kind) {
    case "delivery_lost":
      return { ...usual, lost: true };
    case "delivery_delayed":
      return { ...usual, delay: fault.delay_ms };
    case "delivery_duplicated":
      return { ...usual, twice: true };
    case "delivery_shuffled":
      return { ...usual, delay: random.between(0, fault.delay_ms) };
    case "delivery_forged":
      return { ...usual, forged: true };
  }
}
