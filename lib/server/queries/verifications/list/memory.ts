import { LRUCache } from "lru-cache";
import type { Parameters } from "#lib/server/queries/statement.ts";
import type { Pool } from "./find.ts";

/**
 * How long a figure serves whoever asks the same: for the page before, in another order, or since something has changed.
 * Only what a minute does not make wrong is remembered: which way to go, 'about' so many, 'more than 10,000'.
 */
const REMEMBERED_MS = 60_000;
const MOST = 500;

/** By the database: a process may have several, as tests do. */
const memories = new WeakMap<Pool, LRUCache<string, object>>();

/** The one row that a statement gives, or the one it has just given where that was one that `keeps`. */
export async function rememberedRow<Row extends object>(
  pool: Pool,
  statement: string,
  { values }: Parameters,
  keeps: (row: Row) => boolean,
): Promise<Row> {
  const memory = memories.get(pool) ?? new LRUCache<string, object>({ max: MOST, ttl: REMEMBERED_MS });
  memories.set(pool, memory);
  const key = JSON.stringify([statement, values]);
  const known = memory.get(key) as Row | undefined;
  if (known && keeps(known)) return known;
  const { rows } = await pool.query<Row>(statement, values);
  const [row] = rows;
  if (!row) throw new Error("a count gave no row");
  memory.set(key, row);
  return row;
}
