import type { SystemState } from "#lib/core/contract/status.ts";
import { erasureLogState } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { getBackupStatus, getLastRestore, listBackups } from "./backups.ts";
import { readCapacity } from "./capacity.ts";
import { getInboxState } from "./inbox.ts";
import { listInstances } from "./instances.ts";

/** Checks membership in the owner's role too: an owner may grant itself any right, and a superuser has every role. */
const LOGS_PROTECTED = `
  SELECT NOT bool_or(has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') OR pg_has_role(relowner, 'MEMBER')) AS protected
  FROM pg_class WHERE oid IN ('audit_log'::regclass, 'review_log'::regclass)`;

/** The state of the installation for its operators: processes, backups, and the effects of a possible or past restore. */
export async function readSystem(
  connection: Pooled = database(),
  { BACKUP_DIR, BACKUP_EVERY }: Pick<Env, "BACKUP_DIR" | "BACKUP_EVERY"> = env(),
): Promise<SystemState> {
  const { pool } = connection;
  const [instances, inbox, capacity, backup, backups, erasure_log, last_restore, logs] = await Promise.all([
    listInstances(pool),
    getInboxState(pool),
    readCapacity(connection),
    getBackupStatus(BACKUP_EVERY ?? null, pool),
    listBackups(connection),
    erasureLogState(BACKUP_DIR),
    getLastRestore(connection),
    pool.query<{ protected: boolean }>(LOGS_PROTECTED),
  ]);
  return {
    version: VERSION,
    instances,
    inbox,
    capacity,
    backup,
    backups,
    erasure_log,
    last_restore,
    logs_protected: logs.rows[0]?.protected ?? false,
  };
}

/** Tasks that this process cannot do, for its heartbeat (`Instance`): keeping the erasure log. */
export const missingPartsHere = async (): Promise<string[]> =>
  (await erasureLogState()) === "unwritable" ? ["erasure_log"] : [];
