import { env } from "#lib/server/env.ts";

const pathOf = (receiverId: string): string => `/hooks/${receiverId}`;

/** Where the service is to deliver to a receiver. */
export const addressOf = (receiverId: string): string => `${env().RECEIVER_URL}${pathOf(receiverId)}`;

/** Whether two addresses are one, in whatever spelling the service gives ours back (`HTTPS://Host:443/…`). */
export function isSameAddress(one: string | null, other: string): boolean {
  if (one === null) return false;
  return URL.canParse(one) && URL.canParse(other) ? new URL(one).href === new URL(other).href : one === other;
}

/** Whether an address is this receiver's, wherever `RECEIVER_URL` pointed then: its id is random, so nobody else's is. */
export const leadsTo = (receiverId: string, address: string | null): boolean =>
  address?.endsWith(pathOf(receiverId)) ?? false;
