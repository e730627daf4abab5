/**
 * Runs `work` for all that was added, one run at a time: what is added meanwhile waits for the run to end and then goes
 * together. Live messages come faster than lists are fetched; asking again at each would cancel the fetch under way each
 * time, and none would ever end.
 */
export function paced<T>(work: (added: T[]) => Promise<unknown>): (added: readonly T[]) => void {
  let waiting: T[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const added = waiting;
      waiting = [];
      // What fails is the query's to show; the next run does not depend on it.
      await work(added).catch(() => undefined);
    }
    running = false;
  };
  return (added) => {
    waiting.push(...added);
    if (!running) void run();
  };
}
