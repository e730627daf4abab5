import { type Database, inTransaction, openDatabase, type Pooled } from "#lib/platform/server/db/database.ts";

/*
 * The clock of the story (decision 0042). While the story is played, `now()` of its connections and the defaults of columns
 * are a time of the past month: commands then write that time by themselves, and no stored time is changed afterwards.
 */

const CLOCK = `
  CREATE SCHEMA story;
  CREATE TABLE story.clock (behind interval NOT NULL);
  INSERT INTO story.clock VALUES ('0');
  CREATE FUNCTION story.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
    AS 'SELECT pg_catalog.now() - behind FROM story.clock';
  CREATE FUNCTION story.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER
    AS 'SELECT pg_catalog.clock_timestamp() - behind FROM story.clock'`;

/** Gives each column with the default `$1` the default `$2`. The heartbeats of the launcher keep the real time. */
const DEFAULTS = `
  SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname, $2::text) AS change
  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum JOIN pg_class ON pg_class.oid = adrelid
  WHERE relnamespace = 'public'::regnamespace AND relname <> 'heartbeats' AND attgenerated = ''
    AND pg_get_expr(adbin, adrelid) = $1`;

const FUNCTIONS = ["now()", "clock_timestamp()"];

const RealDate = Date;

export type StoryClock = {
  /** Sets the time of the story, in milliseconds. From then on the clock goes at the usual speed. */
  set(at: number): Promise<void>;
};

/**
 * Opens a pool whose statements read the clock of the story. Its commits wait for no disk; the one of `removeClock` makes
 * all of them durable.
 */
export function openStoryDatabase(ownerUrl: string): Database {
  const database = openDatabase(ownerUrl, { name: "cotejo-story", max: 4, withoutTimeLimits: true });
  database.pool.on("connect", (client) => {
    void client.query("SET synchronous_commit = off; SET search_path = story, pg_catalog, public");
  });
  return database;
}

/** Starts the clock, for the database and for `Date` of this process. Requires the role that owns the tables. */
export async function startClock({ pool }: Pooled): Promise<StoryClock> {
  await inTransaction(pool, async (tx) => {
    await tx.query(CLOCK);
    for (const name of FUNCTIONS) await changeDefaults({ pool: tx }, name, `story.${name}`);
  });
  let behindMs = 0;
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length > 0 ? given : [RealDate.now() - behindMs]) as [number]));
    }
    static override now = () => RealDate.now() - behindMs;
  } as DateConstructor;
  return {
    async set(at) {
      behindMs = RealDate.now() - at;
      await pool.query("UPDATE story.clock SET behind = make_interval(secs => $1)", [behindMs / 1_000]);
    },
  };
}

/** Restores the defaults and `Date`, and removes the clock; without one, changes nothing. */
export async function removeClock({ pool }: Pooled): Promise<void> {
  globalThis.Date = RealDate;
  await inTransaction(pool, async (tx) => {
    await tx.query("SET LOCAL synchronous_commit = on");
    for (const name of FUNCTIONS) await changeDefaults({ pool: tx }, `story.${name}`, `pg_catalog.${name}`);
    await tx.query("DROP SCHEMA IF EXISTS story CASCADE");
  });
}

async function changeDefaults({ pool }: { pool: Pick<Pooled["pool"], "query"> }, from: string, to: string) {
  // The expression of a function on the search path is printed without its schema.
  await pool.query("SET LOCAL search_path = public");
  const { rows } = await pool.query<{ change: string }>(DEFAULTS, [from, to]);
  for (const { change } of rows) await pool.query(change);
}

const DAY_MS = 86_400_000;
/** The hours of a working day at which the team looks at its files, in Mexico City, which is six hours behind UTC. */
const HOURS = [9.2, 10.6, 12.3, 15.4, 17.3];
const OFFSET_MS = 6 * 3_600_000;

/** `left` is the number of later moments; `isFirst` marks the first moment of a day. */
export type Moment = { at: number; left: number; isFirst: boolean };

/** The moments of `days` days at which the team works, in milliseconds, until an hour before `now`. */
export function momentsUntil(now: number, days: number): Moment[] {
  const today = Math.floor((now - OFFSET_MS) / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => HOURS.map((hour) => ({ at: day + hour * 3_600_000 + OFFSET_MS, isFirst: hour === HOURS[0] })))
    .filter(({ at }) => at <= now - 3_600_000)
    .map((moment, index, all) => ({ ...moment, left: all.length - 1 - index }));
}
