import type { CountedRefusal, Refusal } from "#lib/core/server/inbox/store-refusals.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import type { Source } from "./source.ts";

export type RefusalLedger = {
  /** Whether the next such refusal is stored with its particulars, so that they are worth computing. */
  wantsParticulars(refusal: Pick<Refusal, "reason" | "own">, source: Source): boolean;
  count(refusal: Refusal, source: Source): void;
  flush: PacedWork["flush"];
};

/** Refusals stored one by one per second, source and reason; further ones are only counted. */
const MAX_SAMPLES = 5;
/** Groups by source and reason per second; beyond them refusals are counted by their reason alone. */
const MAX_GROUPS = 100;
/** Further groups for refusals that are most likely the service's: strangers can't take them. */
const MAX_OWN_GROUPS = 20;

/** The refusals of one source for one reason: a few samples by kind, and the count of all others. */
type Group = { samples: Map<string, CountedRefusal>; rest: CountedRefusal | null };

/**
 * Counts refusals in memory by source and reason and hands them over at most once a second, each group with a few
 * samples: a flood from one source displaces no other source, and no stranger displaces the service. It never holds more
 * than some hundred rows, even while the database is unavailable.
 */
export function createRefusalLedger(
  store: (refusals: CountedRefusal[]) => Promise<void>,
  onError: (error: unknown) => void,
  pace = 1_000,
): RefusalLedger {
  let groups = noGroups();
  let ungrouped = new Map<string, CountedRefusal>();

  const groupOf = (refusal: Pick<Refusal, "reason" | "own">, network: string | null): Group | null => {
    const [among, most] = refusal.own ? [groups.own, MAX_OWN_GROUPS] : [groups.others, MAX_GROUPS];
    return among.get(keyOf(refusal, network)) ?? (among.size < most ? { samples: new Map(), rest: null } : null);
  };

  const add = (refusal: CountedRefusal) => {
    const { source_network } = refusal;
    const group = groupOf(refusal, source_network);
    if (!group) {
      const key = keyOf(refusal, null);
      ungrouped.set(key, summed(ungrouped.get(key), { ...refusal, source_address: null, source_network: null }));
      return;
    }
    (refusal.own ? groups.own : groups.others).set(keyOf(refusal, source_network), group);
    const particulars = particularsOf(refusal);
    const alike = particulars === null ? undefined : group.samples.get(particulars);
    if (alike) alike.count += refusal.count;
    else if (particulars !== null && group.samples.size < MAX_SAMPLES) group.samples.set(particulars, refusal);
    else group.rest = summed(group.rest, refusal);
  };

  const reassignReviews = async () => {
    const batch = [...groups.others.values(), ...groups.own.values()].flatMap(({ samples, rest }) => [
      ...samples.values(),
      ...(rest ? [rest] : []),
    ]);
    batch.push(...ungrouped.values());
    if (batch.length === 0) return;
    groups = noGroups();
    ungrouped = new Map();
    try {
      await store(batch);
    } catch (error) {
      for (const refusal of batch) add(refusal);
      throw error;
    }
  };
  const pacing = paced(reassignReviews, pace, onError);

  return {
    wantsParticulars: (refusal, { key }) => (groupOf(refusal, key)?.samples.size ?? MAX_SAMPLES) < MAX_SAMPLES,
    count: (refusal, { key }) => {
      add({ ...refusal, source_network: key, count: 1 });
      pacing.ask();
    },
    flush: pacing.flush,
  };
}

type Groups = Record<"own" | "others", Map<string, Group>>;
const noGroups = (): Groups => ({ own: new Map(), others: new Map() });

const keyOf = ({ reason, own }: Pick<Refusal, "reason" | "own">, network: string | null): string =>
  `${reason} ${own} ${network}`;

/**
 * Key of equal refusals: the same request from the same source, as when the service retries a refused one. Null without
 * distinguishing data; then refusals are only counted.
 */
function particularsOf({ receiver_id, source_address, size, body_hash, skew_seconds }: Refusal): string | null {
  const none = receiver_id === null && size === null && body_hash === null && skew_seconds === null;
  return none ? null : `${receiver_id} ${source_address} ${size} ${body_hash}`;
}

/** A row without particulars for several refusals of one source, or of several sources. */
const summed = (known: CountedRefusal | null | undefined, refusal: CountedRefusal): CountedRefusal => ({
  ...refusal,
  receiver_id: null,
  size: null,
  body_hash: null,
  skew_seconds: null,
  count: refusal.count + (known?.count ?? 0),
});

/** Stores the secret that matched last, for replacing a webhook (design §6); written at most once a second. */
export type LastMatch = { note(secretId: string): void; flush: PacedWork["flush"] };

export function createLastMatch(client: Client, onError: (error: unknown) => void, pace = 1_000): LastMatch {
  let matched = new Set<string>();
  const write = async () => {
    if (matched.size === 0) return;
    const ids = matched;
    matched = new Set();
    try {
      await client.query("UPDATE receiver_secrets SET last_matched_at = now() WHERE id = ANY($1::uuid[])", [[...ids]]);
    } catch (error) {
      for (const id of ids) matched.add(id);
      throw error;
    }
  };
  const pacing = paced(write, pace, onError);
  return {
    note: (secretId) => {
      if (matched.has(secretId)) return;
      matched.add(secretId);
      pacing.ask();
    },
    flush: pacing.flush,
  };
}

/** Work outside of the request path, requested often and done rarely. */
type PacedWork = {
  /** Schedules the work at the next time that the pace allows. */
  ask(): void;
  /** Does the work now, after a running flush. Resolves when it is done or has failed. */
  flush(): Promise<void>;
};

/**
 * Runs `work` at most once every `ms`, never in parallel. Failures are reported to `onError` and retried; the caller
 * keeps its unwritten entries.
 */
function paced(work: () => Promise<void>, ms: number, onError: (error: unknown) => void): PacedWork {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    last = last.then(work).catch((error: unknown) => {
      onError(error);
      ask();
    });
    return last;
  };
  const ask = () => {
    if (timer) return;
    timer = setTimeout(run, ms);
    timer.unref();
  };
  return { ask, flush: run };
}
