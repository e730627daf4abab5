import type { Client } from "./database.ts";

/** `log` names the table and the start of its server: after a restore or a fail-over, ids and writers have other meanings. */
type Look = { newest: number; writers: string[]; log: string };

const look = (table: string): string => `
  SELECT COALESCE((SELECT max(id) FROM ${table}), 0) AS newest,
    ARRAY(
      SELECT virtualtransaction FROM pg_locks
      WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted AND relation = '${table}'::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS writers,
    concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), '${table}'::regclass::oid) AS log`;

export type Follower = {
  /**
   * The id up to which every entry is visible to later statements, or was rolled back; null while writers of smaller ids
   * may be running. `client` neither writes to the table in its transaction nor reads from one snapshot.
   */
  settledEnd(client: Client): Promise<number | null>;
};

/**
 * Follows a table whose entries have growing ids; one follower asks again and again. An id is assigned before its
 * transaction commits, so an entry may become visible after one with a greater id. Its writer locks the table from before
 * the id is assigned until the entry is visible. Every entry up to the newest visible one is therefore settled once the
 * transactions that had the lock at that moment have ended. Later writers are not waited for: transactions that overlap
 * would otherwise prevent any answer.
 */
export function follow(table: string): Follower {
  let earlier: Look | undefined;
  return {
    async settledEnd(client) {
      const [now] = (await client.query<Look>(look(table))).rows;
      if (!now) return null;
      const awaited = earlier?.log === now.log ? earlier : now;
      const writers = awaited.writers.filter((writer) => now.writers.includes(writer));
      earlier = writers.length > 0 ? { ...awaited, writers } : undefined;
      return earlier ? null : awaited.newest;
    },
  };
}
