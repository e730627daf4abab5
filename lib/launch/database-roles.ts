import type pg from "pg";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { DASHBOARD_MIGRATIONS, type Migrations } from "#lib/platform/server/db/migrate.ts";
import { connect } from "#lib/platform/server/db/session.ts";
import { USER } from "./postgres/cluster.ts";

/** The addresses of one database: for the role of the processes, and for the owner of its tables, who migrates. */
export type Roles = { databaseUrl: string; ownerUrl: string };

const PROCESS_ROLE = "cotejo_processes";

export const embeddedRoles = (ownerUrl: string): Roles => ({
  ownerUrl,
  databaseUrl: ownerUrl.replace(`user=${USER}`, `user=${PROCESS_ROLE}`),
});

/** Creates the role of the processes in the embedded database, also in a database of an earlier version. */
export const createProcessRole = (ownerUrl: string): Promise<unknown> =>
  withClient(ownerUrl, (client) =>
    client.query(
      `DO $$ BEGIN IF to_regrole('${PROCESS_ROLE}') IS NULL THEN CREATE ROLE ${PROCESS_ROLE} LOGIN; END IF; END $$`,
    ),
  );

/** Rights of the processes on a table; docs/operations.md lists them, and a test compares them with the database's own. */
const RIGHTS = "SELECT, INSERT, UPDATE, DELETE";
const LESSER_RIGHTS = Object.entries({
  SELECT: "evidence_events, evidence_leaves, evidence_nodes, evidence_progress, evidence_salts, evidence_state",
  "SELECT, INSERT": "audit_log, review_log, file_statements, review_policies, evidence_heads, report_sign_offs",
  "SELECT, INSERT, UPDATE": "evidence_timestamps",
  "SELECT, INSERT, DELETE": "erasure_certificates",
  "SELECT, DELETE": "erased_decisions",
});

/** Grants the role of the processes its rights, and revokes all others. No effect if both roles are one. */
export async function grantRights({ databaseUrl, ownerUrl }: Roles, all: readonly Migrations[]): Promise<void> {
  const role = await withClient(databaseUrl, currentRole);
  await withClient(ownerUrl, async (client) => {
    if ((await currentRole(client)) === role) return;
    const grantee = client.escapeIdentifier(role);
    // Statements sent together are one transaction: running processes keep their rights meanwhile.
    await client.query(`SELECT pg_advisory_xact_lock(${LOCKS.databaseRoles}); ${all.map(grantsTo(grantee)).join("")}`);
  });
}

/** Only the owner of the database can revoke rights of PUBLIC; for other roles the server only warns. */
const grantsTo =
  (grantee: string) =>
  ({ schema }: Migrations): string =>
    `
    DO $$ BEGIN EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;
    REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${grantee};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${grantee};
    GRANT USAGE ON SCHEMA ${schema} TO ${grantee};
    GRANT ${RIGHTS} ON ALL TABLES IN SCHEMA ${schema} TO ${grantee};
    GRANT SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${grantee};
    REVOKE INSERT, UPDATE, DELETE ON ${schema}.schema_migrations FROM ${grantee};
    ${schema === DASHBOARD_MIGRATIONS.schema ? lesserRights(grantee) : ""}`;

const lesserRights = (grantee: string): string => `
  ${LESSER_RIGHTS.map(([rights, tables]) => `REVOKE ALL ON ${tables} FROM ${grantee}; GRANT ${rights} ON ${tables} TO ${grantee};`).join("")}
  GRANT EXECUTE ON FUNCTION erase_review_log, forget_audit, seal_evidence, advance_evidence, record_payload_removal TO ${grantee};`;

async function currentRole(client: pg.Client): Promise<string> {
  return (await client.query<{ role: string }>("SELECT current_user::text AS role")).rows[0]?.role ?? "";
}

/** Connects for this work alone. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url, "cotejo-launcher");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
