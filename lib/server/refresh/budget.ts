import type { Database } from "#lib/server/db/database.ts";

/** Calls a second that we allow ourselves while nothing speaks against it; the service shows no limits of its own. */
const HIGHEST_PER_SECOND = 10;
const LOWEST_PER_SECOND = 0.2;
const BURST_SECONDS = 6;

/** The share of the burst that background reads leave for people. */
const RESERVE = 0.4;

const PAUSE_WITHOUT_WORD_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;

export type Priority = "person" | "background";

/** Makes sure that the one row exists. */
const CREATE = `INSERT INTO service_budget (tokens, per_second) VALUES (${HIGHEST_PER_SECOND * BURST_SECONDS}, ${HIGHEST_PER_SECOND})
  ON CONFLICT DO NOTHING`;

/**
 * Whoever waited for the row has a `now()` from before the one that had it: time must not run backwards, else the same
 * seconds refill twice. Only a clock that was set back by more begins again, and takes nothing away.
 */
const REFILLED_AT = "CASE WHEN refilled_at - now() BETWEEN '0' AND '1 minute' THEN refilled_at ELSE now() END";
const ELAPSED = "GREATEST(0, extract(epoch FROM now() - refilled_at)::float8)";
const REFILLED = `LEAST(per_second * ${BURST_SECONDS}, tokens + ${ELAPSED} * per_second)`;

const TAKE = `
  UPDATE service_budget SET tokens = ${REFILLED} - 1, refilled_at = ${REFILLED_AT}
  WHERE (paused_until IS NULL OR paused_until <= now())
    AND ${REFILLED} >= CASE WHEN $1 THEN 0 ELSE 1 + per_second * ${BURST_SECONDS} * ${RESERVE} END`;

/**
 * Takes one call from the budget that all processes share (design §5). A person's call is only refused while the service
 * has asked for a pause or the budget is in debt; background reads leave a reserve.
 */
export async function takeCall({ pool }: Pick<Database, "pool">, priority: Priority): Promise<boolean> {
  const take = async () => ((await pool.query(TAKE, [priority === "person"])).rowCount ?? 0) > 0;
  if (await take()) return true;
  // Somebody else may create it first: what matters is that it is there.
  await pool.query(CREATE);
  return take();
}

export type CallOutcome = "answered" | "faulty" | "too_many";

/** Adapts the pace: slowly up while the service answers, down at its faults, halved and paused at 429. */
export async function reportCall(
  { pool }: Pick<Database, "pool">,
  outcome: CallOutcome,
  retryAfter: number | undefined = undefined,
): Promise<void> {
  // A 429 may come from a call that takes nothing from the budget, before there is one.
  if (outcome === "too_many") await pool.query(CREATE);
  const pause = Math.min(retryAfter ?? PAUSE_WITHOUT_WORD_SECONDS, LONGEST_PAUSE_SECONDS);
  const pace = { answered: "per_second + 0.1", faulty: "per_second * 0.8", too_many: "per_second * 0.5" }[outcome];
  const bounded = `GREATEST(${LOWEST_PER_SECOND}, LEAST(${HIGHEST_PER_SECOND}, ${pace}))`;
  await pool.query(
    `UPDATE service_budget SET per_second = ${bounded},
       paused_until = CASE WHEN $1 THEN GREATEST(paused_until, now() + make_interval(secs => $2)) ELSE paused_until END
     WHERE $1 OR per_second <> ${bounded}`,
    [outcome === "too_many", pause],
  );
}
