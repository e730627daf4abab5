import type { Client } from "#lib/server/db/database.ts";

/** Further than this from the service's or the database's clock, ours is wrong. */
const WRONG_SECONDS = 60;
const AT_MOST_EVERY_MS = 1_000;
const LOOK_MS = 5_000;

/** The worker compares its clock, which is this machine's, with the service's every two minutes at least. */
const CLOCKS = `
  SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS database_ms,
    (SELECT clock_ahead FROM connection_checks WHERE succeeded_at > now() - interval '10 minutes') AS clock_ahead`;

type ClockRow = { database_ms: number; clock_ahead: number | null };

/** `unknown`: the database did not say. */
export type ClockState = "right" | "wrong" | "unknown";

export type Clock = {
  /** Looks again, but at most once a second. Never rejects. */
  look(): Promise<ClockState>;
  /** The result of the last check; makes no call. */
  state(): ClockState;
  stop(): void;
};

/** Checks this machine's clock, by which the age of deliveries is judged. */
export function createClock(client: Client, onError: (error: unknown) => void): Clock {
  let state: ClockState = "unknown";
  let begunAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve<ClockState>(state);

  const compare = async (): Promise<ClockState> => {
    try {
      const began = Date.now();
      const row = (await client.query<ClockRow>(CLOCKS)).rows[0];
      const { database_ms, clock_ahead } = row ?? { database_ms: began, clock_ahead: null };
      // Within the call any of our times may have been the database's.
      const ahead = Math.max(began - database_ms, database_ms - Date.now(), 0) / 1_000;
      state = Math.max(ahead, Math.abs(clock_ahead ?? 0)) > WRONG_SECONDS ? "wrong" : "right";
    } catch (error) {
      state = "unknown";
      onError(error);
    }
    return state;
  };
  const look = () => {
    if (performance.now() - begunAt < AT_MOST_EVERY_MS) return looking;
    begunAt = performance.now();
    looking = compare();
    return looking;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return { look, state: () => state, stop: () => clearInterval(timer) };
}
