import { expect, test } from "vitest";
import { withClient } from "#lib/launch/database-roles.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "./database.ts";

const query = (url: string, text: string) => withClient(url, async (client) => (await client.query(text)).rows);

test("each database is migrated, and shared with no other", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await query(one.url, "CREATE TABLE only_here (id int)");
    const exists = "SELECT to_regclass('only_here') IS NOT NULL AS here, to_regclass('users') IS NOT NULL AS migrated";
    expect(await query(one.url, exists)).toEqual([{ here: true, migrated: true }]);
    expect(await query(two.url, exists)).toEqual([{ here: false, migrated: true }]);
    expect(await query(one.url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
  await expect(query(one.url, "SELECT 1")).rejects.toMatchObject({ code: "3D000" });
});

test("ending the connections to one leaves those to the others", async () => {
  const created = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const pools = created.map(({ url }) => openDatabase(url, { name: "test", max: 1 }));
  const backends = () =>
    Promise.all(pools.map(async ({ pool }) => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid));
  try {
    const [ended, stays] = await backends();
    await created[0]?.endConnections();
    const [replaced, same] = await backends();
    expect(replaced).not.toBe(ended);
    expect(same).toBe(stays);
  } finally {
    await Promise.all(pools.map((database) => database.close()));
    await Promise.all(created.map((database) => database.drop()));
  }
});
