import { eventBody } from "#bench/load/events.ts";
import { deliverTo, type Subscribed } from "#test/hooks.ts";

/** Which of the eight events of a verification an item completes by (`#bench/load/events.ts`). */
const COMPLETED = 4;

/**
 * Delivers an event that completes another item of a verification; returns the time of the acknowledgement, in
 * milliseconds since the epoch.
 */
export type Sender = (verificationId: string) => Promise<number>;

export function senderTo(receiver: Subscribed) {
  let items = 0;
  return {
    send: (async (verificationId) => {
      await deliverTo(receiver, eventBody(verificationId, 8 * ++items + COMPLETED));
      return Date.now();
    }) satisfies Sender,
    /** The first four events of a verification: it begins, moves, is judged and labelled. */
    begin: async (verificationId: string) => {
      for (let index = 0; index < COMPLETED; index += 1) await deliverTo(receiver, eventBody(verificationId, index));
    },
  };
}
