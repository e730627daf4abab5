/** What the bodies being received or stored may take together, in bytes, and how much of it strangers may. */
export type Limits = { all: number; strangers: number };

const MIB = 1024 * 1024;
export const LIMITS: Limits = { all: 128 * MIB, strangers: 96 * MIB };

export type Owner = {
  /** Those who can't be told apart share one. */
  key: string;
  /** One of the service's own addresses, for which a part is kept. */
  ofService: boolean;
};

/** What one body holds. */
export type Holding = {
  /** Holds so much more. False where there is no room for it: it is the largest body of whoever holds most. */
  grow(bytes: number): boolean;
  /** It has been read to its end: from now on it can't be cut off for others. */
  settle(): void;
  release(): void;
};

type Kept = { owner: Account; bytes: number; onCut: (() => void) | null };
type Account = { ofService: boolean; bytes: number; holdings: Set<Kept> };

/**
 * Shares the memory of bodies fairly by source: where there is no more room, the largest body of whoever holds most gives
 * way, so that nobody is kept out by what others hold. The service's addresses have a part that strangers never get.
 */
export function createAllowance({ all, strangers }: Limits = LIMITS): {
  /** `onCut` is called when what it holds has to go; it is released by then. */
  open(owner: Owner, onCut: () => void): Holding;
  held(): number;
} {
  const accounts = new Map<string, Account>();
  let total = 0;
  let ofStrangers = 0;

  const change = (kept: Kept, bytes: number) => {
    kept.bytes += bytes;
    kept.owner.bytes += bytes;
    total += bytes;
    if (!kept.owner.ofService) ofStrangers += bytes;
  };

  const largestOf = <T extends { bytes: number }>(some: Iterable<T>): T | undefined => {
    let largest: T | undefined;
    for (const each of some) if (each.bytes > (largest?.bytes ?? 0)) largest = each;
    return largest;
  };

  /** Cuts off the largest body of whoever holds most; false when that is this one, or nobody's can be cut off. */
  const makeRoom = (own: Kept, ofStrangersAlone: boolean): boolean => {
    const others = [...accounts.values()].filter(({ ofService }) => !ofService || !ofStrangersAlone);
    const strangersFirst = others.filter(({ ofService }) => !ofService);
    const most = largestOf(strangersFirst) ?? largestOf(others);
    const body = most && largestOf([...most.holdings].filter(({ onCut }) => onCut !== null));
    if (!body || body === own) return false;
    const cut = body.onCut;
    release(body);
    cut?.();
    return true;
  };

  const release = (kept: Kept) => {
    change(kept, -kept.bytes);
    kept.onCut = null;
    kept.owner.holdings.delete(kept);
  };

  return {
    open: ({ key, ofService }, onCut) => {
      const account = accounts.get(key) ?? { ofService, bytes: 0, holdings: new Set() };
      accounts.set(key, account);
      const kept: Kept = { owner: account, bytes: 0, onCut };
      account.holdings.add(kept);
      return {
        grow: (bytes) => {
          change(kept, bytes);
          while (total > all || (!ofService && ofStrangers > strangers)) {
            if (makeRoom(kept, !ofService)) continue;
            change(kept, -bytes);
            return false;
          }
          return true;
        },
        settle: () => {
          kept.onCut = null;
        },
        release: () => {
          release(kept);
          if (account.holdings.size === 0) accounts.delete(key);
        },
      };
    },
    held: () => total,
  };
}
