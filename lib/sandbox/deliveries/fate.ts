import type { DeliveryFault } from "#lib/contract/sandbox/sandbox-input.ts";
import type { Met } from "#lib/sandbox/http/faults.ts";
import type { Random } from "#lib/sandbox/random.ts";

/** What happens to a delivery on its way. */
export type Fate = {
  /** Milliseconds before the first attempt, before the time scale. */
  delay: number;
  /** It comes a second time. */
  twice: boolean;
  /** A later attempt is signed anew, or carries the first attempt's `t`. */
  resigned: boolean;
  /** It is never attempted. */
  lost: boolean;
  /** It is signed with a secret that is not the webhook's. */
  forged: boolean;
};

/** The fate of a delivery that meets a fault on purpose (`lib/contract/sandbox/sandbox.ts`). */
export function faultedFate(fate: Fate, fault: Met<DeliveryFault>, random: Random): Fate {
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
