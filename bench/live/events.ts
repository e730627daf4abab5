import { setTimeout as delay } from "node:timers/promises";
import { eventBody } from "#bench/load/events.ts";
import { postHook, signatureHeader } from "#test/hooks.ts";
import type { Installed } from "#test/real-processes.ts";

/** Which of the eight events of a verification an item completes by (`#bench/load/events.ts`). */
const COMPLETED = 4;

/**
 * Delivers an event about a verification, which has one more completed item by it; when it was acknowledged, in
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

/** Events that leave at their times whether or not those before were answered. */
export async function sendAtRate(send: Sender, perSecond: number, seconds: number, idOf: (index: number) => string) {
  const began = performance.now();
  const sending: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await delay(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
    sending.push(send(idOf(index)));
  }
  await Promise.all(sending);
}
