/** Work off the hot path that is asked for often and done seldom. */
export type Paced = {
  /** Sees to it that the work is done within the pace. */
  ask(): void;
  /** Does it now, after one that is under way. Resolves when done, also when it failed. */
  flush(): Promise<void>;
};

/**
 * Does `work` at most once every `ms`, never twice at once. Work that fails is told to `onError` and done again; the
 * caller keeps what it could not hand over.
 */
export function paced(work: () => Promise<void>, ms: number, onError: (error: unknown) => void): Paced {
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
