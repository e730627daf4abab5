import type { Client } from "#lib/platform/server/db/database.ts";

/** The maximum difference from the service's or the database's clock; beyond it our clock is wrong. */
const MAX_SKEW_SECONDS = 60;
const MIN_INTERVAL_MS = 1_000;
/** For readiness alone: each delivery checks too. */
const CHECK_INTERVAL_MS = 30_000;

/** The worker compares its clock, which is this machine's, with the service's at least every two minutes. */
const CLOCKS = `
  SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS database_ms,
    (SELECT clock_ahead FROM connection_checks WHERE succeeded_at > now() - interval '10 minutes') AS clock_ahead`;

type ClockRow = { database_ms: number; clock_ahead: number | null };

/** `unknown`: no answer from the database. */
export type ClockState = "right" | "wrong" | "unknown";

export type Clock = {
  /** Checks again, but at most once a second. Never rejects. */
  check(): Promise<ClockState>;
  /** The result of the last check; makes no call. */
  state(): ClockState;
  stop(): void;
};

/** Checks this machine's clock, which decides the age of deliveries. */
export function createClock(client: Client, onError: (error: unknown) => void): Clock {
  let state: ClockState = "unknown";
  let begunAt = Number.NEGATIVE_INFINITY;
  let checking = Promise.resolve<ClockState>(state);

  const compare = async (): Promise<ClockState> => {
    try {
      const began = Date.now();
      const row = (await client.query<ClockRow>(CLOCKS)).rows[0];
      const { database_ms, clock_ahead } = row ?? { database_ms: began, clock_ahead: null };
      // The database's time may be any of our times between the call and its answer.
      const ahead = Math.max(began - database_ms, database_ms - Date.now(), 0) / 1_000;
      state = Math.max(ahead, Math.abs(clock_ahead ?? 0)) > MAX_SKEW_SECONDS ? "wrong" : "right";
    } catch (error) {
      state = "unknown";
      onError(error);
    }
    return state;
  };
  const check = () => {
    if (performance.now() - begunAt < MIN_INTERVAL_MS) return checking;
    begunAt = performance.now();
    checking = compare();
    return checking;
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return { check, state: () => state, stop: () => clearInterval(timer) };
}
