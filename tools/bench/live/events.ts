import { eventBody } from "#tools/bench/load/events.ts";
import { deliverTo, type Subscribed } from "#tools/test/hooks.ts";

/** The index of the event that completes an item, among the eight events of a verification (`#tools/bench/load/events.ts`). */
const COMPLETED = 4;

/**
 * Delivers an event that completes another item of a verification; returns the time of the acknowledgement in milliseconds
 * since the epoch.
 */
export type Sender = (verificationId: string) => Promise<number>;

export function senderTo(receiver: Subscribed) {
  let items = 0;
  return {
    send: (async (verificationId) => {
      await deliverTo(receiver, eventBody(verificationId, 8 * ++items + COMPLETED));
      return Date.now();
    }) satisfies Sender,
    /** Sends the first four events of a verification: creation, status, findings and label. */
    begin: async (verificationId: string) => {
      for (let index = 0; index < COMPLETED; index += 1) await deliverTo(receiver, eventBody(verificationId, index));
    },
  };
}
