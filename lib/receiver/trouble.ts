/** How often one kind of trouble is told: it may happen thousands of times a second. */
const PAUSE_MS = 10_000;

export type Trouble = { what: string; reason: string; times: number };

/**
 * Passes on the first trouble of a kind at once, then at most every ten seconds, with how often it happened since.
 * Nothing but the error's code is taken where there is one: the database's own messages quote values.
 */
export function createTroubleTeller(
  tell: (trouble: Trouble) => void,
  clock: () => number = performance.now.bind(performance),
): (what: string, error: unknown) => void {
  const kinds = new Map<string, { toldAt: number; times: number }>();
  return (what, error) => {
    const kind = kinds.get(what) ?? { toldAt: Number.NEGATIVE_INFINITY, times: 0 };
    kinds.set(what, kind);
    kind.times += 1;
    if (clock() - kind.toldAt < PAUSE_MS) return;
    tell({ what, reason: reasonOf(error), times: kind.times });
    kind.toldAt = clock();
    kind.times = 0;
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.message;
}
