/**
 * Lets many callers share one statement: what is added while `write` is at work is written together by the next one.
 * Each caller's promise ends as the `write` with its entry does.
 */
export function createBatch<Entry>(write: (entries: Entry[]) => Promise<void>): (entry: Entry) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let open: { entries: Entry[]; written: Promise<void> } | undefined;

  function begin() {
    const entries: Entry[] = [];
    const written = last
      .catch(() => undefined)
      .then(() => {
        open = undefined;
        return write(entries);
      });
    last = written;
    return { entries, written };
  }

  return (entry) => {
    open ??= begin();
    open.entries.push(entry);
    return open.written;
  };
}
