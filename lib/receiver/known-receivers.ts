import type { KeyObject } from "node:crypto";

/** A webhook secret that a receiver accepts. */
export type KnownSecret = {
  /** Id of the `receiver_secrets` row. */
  id: string;
  key: KeyObject;
  /** Milliseconds since the epoch; a retired secret is accepted for 20 more minutes, any other without end. */
  acceptedUntil: number;
};

export type KnownReceiver = {
  id: string;
  /**
   * A secret is missing that the service may already sign with: a webhook is being created, or a stored secret can't be
   * opened. A delivery without a matching secret may then be authentic, so it is put off instead of refused.
   */
  awaitsSecret: boolean;
  /** The current secret is stored and can't be opened: no new signature of the service can be verified. */
  unopened: boolean;
  /** The current secret is the first. */
  secrets: readonly KnownSecret[];
};

export type KnownReceivers = {
  find(id: string): KnownReceiver | undefined;
  /**
   * Loads again, but at most once a second. Resolves to whether the list is reliable: false if the last load failed or
   * none has succeeded. Never rejects.
   */
  refresh(): Promise<boolean>;
  /** Loads again at once, since the receivers have certainly changed. */
  changed(): void;
  /** Whether deliveries can be verified: receivers were loaded, and each current secret was opened. */
  verifies(): boolean;
  stop(): void;
};

const MIN_INTERVAL_MS = 1_000;
/** Changes are announced (`listenToReceivers`), and a delivery without a match loads again. */
const RELOAD_MS = 30_000;

/**
 * Caches receivers and their secrets in this process, so that no verification of a delivery waits for the database.
 */
export function createKnownReceivers(
  load: () => Promise<KnownReceiver[]>,
  onError: (error: unknown) => void,
  clock: () => number = performance.now.bind(performance),
): KnownReceivers {
  let known = new Map<string, KnownReceiver>();
  let everLoaded = false;
  let reliable = false;
  let begunAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<boolean> | undefined;

  const reload = async () => {
    try {
      known = new Map((await load()).map((receiver) => [receiver.id, receiver]));
      everLoaded = true;
      reliable = true;
    } catch (error) {
      reliable = false;
      onError(error);
    } finally {
      loading = undefined;
    }
    return reliable;
  };
  const refresh = async () => {
    if (loading) return loading;
    if (clock() - begunAt < MIN_INTERVAL_MS) return reliable;
    begunAt = clock();
    loading = reload();
    return loading;
  };

  const changed = () => {
    begunAt = Number.NEGATIVE_INFINITY;
    // A running load may have read the old state.
    void Promise.resolve(loading).then(refresh);
  };

  const verifies = () => everLoaded && ![...known.values()].some(({ unopened }) => unopened);

  const timer = setInterval(refresh, RELOAD_MS);
  timer.unref();
  return { find: (id) => known.get(id), refresh, changed, verifies, stop: () => clearInterval(timer) };
}
