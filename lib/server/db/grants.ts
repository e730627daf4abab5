import pg from "pg";
import type { Migrations } from "./migrate.ts";

/**
 * Grants one role the rights that the processes need on the tables of another: to read and write them, and to empty
 * projections. Without effect if both are the same role.
 */
export async function grantTo(databaseUrl: string, ownerUrl: string, all: readonly Migrations[]): Promise<void> {
  const role = await withClient(databaseUrl, currentRole);
  await withClient(ownerUrl, async (client) => {
    if ((await currentRole(client)) === role) return;
    const grantee = client.escapeIdentifier(role);
    for (const { schema } of all) {
      await client.query(`
        GRANT USAGE ON SCHEMA ${schema} TO ${grantee};
        GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA ${schema} TO ${grantee};
        GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${grantee};`);
    }
  });
}

async function currentRole(client: pg.Client): Promise<string> {
  return (await client.query<{ role: string }>("SELECT current_user::text AS role")).rows[0]?.role ?? "";
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
