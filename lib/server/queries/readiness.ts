import { type Database, database } from "#lib/server/db/database.ts";

/** A process beats every few seconds; one that has not for this long is away or hangs. */
const SILENT_AFTER_SECONDS = 30;
/** Time limit of an answer. */
const PATIENCE_MS = 3_000;
/** An answer serves every request of so long, since anyone may send them. */
const FRESH_MS = 500;

export type Readiness = {
  /** Whether the database answers. */
  ready: boolean;
  /** What this installation lacks of its own: `database`, `receiver`, `worker`. */
  missing: string[];
};

/** Makes the check of readiness: whether pages can be served, and what else is missing (design §9). Never rejects. */
export function createReadiness(connection: () => Pick<Database, "pool"> = database): () => Promise<Readiness> {
  let asked: Promise<Readiness> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!asked || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asked = ask(connection());
    }
    return asked;
  };
}

const WITHOUT_DATABASE: Readiness = { ready: false, missing: ["database"] };

async function ask({ pool }: Pick<Database, "pool">): Promise<Readiness> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(resolve, PATIENCE_MS, WITHOUT_DATABASE);
  try {
    const beats = pool.query<{ process: string }>(
      "SELECT process FROM heartbeats WHERE beat_at > now() - make_interval(secs => $1) GROUP BY process",
      [SILENT_AFTER_SECONDS],
    );
    const alive = beats.then(({ rows }) => new Set(rows.map((row) => row.process)));
    const answer = alive.then(
      (names) => ({ ready: true, missing: ["receiver", "worker"].filter((name) => !names.has(name)) }),
      () => WITHOUT_DATABASE,
    );
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
