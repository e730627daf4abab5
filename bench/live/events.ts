import { eventBody } from "#bench/load/events.ts";
import { postHook, signatureHeader } from "#test/hooks.ts";
import type { Installed } from "#test/real-processes.ts";

/** Which of the eight events of a verification an item completes by (`#bench/load/events.ts`). */
const COMPLETED = 4;

/**
 * Delivers an event that completes another item of a verification; returns the time of the acknowledgement, in
 * milliseconds since the epoch.
 */
export type Sender = (verificationId: string) => Promise<number>;

export function senderTo({ receiverPort, receiverId, webhookSecret }: Installed) {
  let items = 0;
  const deliver = async (body: string) => {
    const { status } = await postHook(receiverPort, receiverId, body, signatureHeader(webhookSecret, body));
    if (status !== 200) throw new Error(`a delivery was answered ${status}`);
    return Date.now();
  };
  return {
    send: ((verificationId) => deliver(eventBody(verificationId, 8 * ++items + COMPLETED))) satisfies Sender,
    /** The first four events of a verification: it begins, moves, is judged and labelled. */
    begin: async (verificationId: string) => {
      for (let index = 0; index < COMPLETED; index += 1) await deliver(eventBody(verificationId, index));
    },
  };
}
