/**
 * The query of an address that two write: this page, whose changes count at once, and the router, which tells of every
 * change, ours among them, somewhat later and not always of each.
 */
export type Address = {
  query: string;
  /** What the router told last. */
  told: string;
  /** Our own changes that it has not told of yet, oldest first. */
  pending: readonly string[];
};

export const startAddress = (told: string): Address => ({ query: told, told, pending: [] });

/** A change back to what the router told last may never be told of, so nothing is waited for any more. */
export const ownChange = (address: Address, query: string): Address => ({
  ...address,
  query,
  pending: query === address.told ? [] : [...address.pending, query],
});

/** Takes in what the router tells: an echo of our own change is no news; anything else is, and overrules what was ours. */
export function followAddress(address: Address, told: string): Address {
  if (told === address.told) return address;
  const echo = address.pending.lastIndexOf(told);
  if (echo === -1) return startAddress(told);
  return { ...address, told, pending: address.pending.slice(echo + 1) };
}
