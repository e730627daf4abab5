import pg from "pg";
import { connectionOf } from "#lib/platform/server/base/database-url.ts";

/** Settings that our statements and parsers rely on. A server, database or role may have other values. */
const SETTINGS = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  array_nulls: "on",
  transform_null_equals: "off",
  standard_conforming_strings: "on",
  quote_all_identifiers: "off",
  gin_fuzzy_search_limit: "0",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  // With `off` a crash of the server would lose deliveries that were acknowledged. Other values stay: all are durable.
  synchronous_commit: "on",
};

/** In milliseconds, 0 for no limit. */
type TimeLimits = Partial<Record<keyof typeof NO_LIMITS, string | number | false>>;

const NO_LIMITS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
  transaction_timeout: 0,
};

/** Older servers lack some of the settings. */
const SET = `
  SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS needed (name, value)
  WHERE current_setting(name, true) IS NOT NULL
    AND (name <> 'synchronous_commit' OR current_setting('synchronous_commit') = 'off')`;

/**
 * Gives a new connection the settings above and these time limits, instead of those of the server, database and role. A
 * statement does it, since poolers refuse settings among the parameters of a new connection.
 */
export async function prepareSession(client: Pick<pg.ClientBase, "query">, limits: TimeLimits = {}): Promise<void> {
  const settings = { ...SETTINGS, ...NO_LIMITS, ...limits };
  await client.query(SET, [Object.keys(settings), Object.values(settings).map(String)]);
}

/** Reads an address into what opens the connection, and the time limits for `prepareSession`. */
export function readAddress(url: string): { connection: pg.ClientConfig; limits: TimeLimits } {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...connection } = connectionOf(url);
  const given = Object.entries({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout });
  return { connection, limits: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** Opens a connection outside of the pools, without time limits. `name` is shown in `pg_stat_activity`. */
export async function connect(url: string, name: string): Promise<pg.Client> {
  const { connection } = readAddress(url);
  const client = new pg.Client({
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
  });
  // A lost connection is reported by the pending call.
  client.on("error", () => undefined);
  await client.connect();
  await prepareSession(client);
  return client;
}
