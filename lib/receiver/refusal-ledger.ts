import type { CountedRefusal, Refusal } from "#lib/server/inbox/store-refusals.ts";
import { type Paced, paced } from "./paced.ts";

export type RefusalLedger = {
  /** Whether the next refusal is kept with its particulars, so that reckoning them is worth it. */
  wantsParticulars(): boolean;
  count(refusal: Refusal): void;
  flush: Paced["flush"];
};

/** Refusals a second that are told apart; what comes on top is counted by its reason alone. */
const TOLD_APART = 100;

/**
 * Counts refusals in memory and hands them over at most once a second. However much anyone sends, it holds at most a
 * hundred and some rows, also while the database is away.
 */
export function createRefusalLedger(
  store: (refusals: CountedRefusal[]) => Promise<void>,
  onError: (error: unknown) => void,
  pace = 1_000,
): RefusalLedger {
  let counted = new Map<string, CountedRefusal>();

  const handOver = async () => {
    if (counted.size === 0) return;
    const batch = counted;
    counted = new Map();
    try {
      await store([...batch.values()]);
    } catch (error) {
      for (const [key, refusal] of batch) add(key, refusal);
      throw error;
    }
  };
  const pacing = paced(handOver, pace, onError);

  const add = (key: string, refusal: CountedRefusal) => {
    const known = counted.get(key);
    if (known) known.count += refusal.count;
    else if (counted.size < TOLD_APART) counted.set(key, refusal);
    else addByReason(refusal);
  };
  const addByReason = (refusal: CountedRefusal) => {
    const known = counted.get(refusal.reason);
    if (known) known.count += refusal.count;
    else
      counted.set(refusal.reason, { ...NO_PARTICULARS, at: refusal.at, reason: refusal.reason, count: refusal.count });
  };

  return {
    wantsParticulars: () => counted.size < TOLD_APART,
    count: (refusal) => {
      add(keyOf(refusal), { ...refusal, count: 1 });
      pacing.ask();
    },
    flush: pacing.flush,
  };
}

const NO_PARTICULARS = { receiver_id: null, size: null, body_hash: null, skew_seconds: null, source_address: null };

/** Refusals alike: the same thing from the same place, as when the service retries what we refuse. */
const keyOf = ({ reason, receiver_id, source_address, size, body_hash }: Refusal) =>
  `${reason} ${receiver_id} ${source_address} ${size} ${body_hash}`;
