import { DatabaseSync } from "node:sqlite";

/**
 * Takes an exclusive lock on a file; null when another process holds it. The kernel releases it with its holder, also
 * after kill -9, so it can neither go stale nor be taken twice, unlike a file that holds a pid. Node has no flock: an
 * open SQLite transaction holds the same kind of lock on every system. Nothing is ever written.
 */
export function tryLock(path: string): { release(): void } | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;
