import { tmpdir } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { readCapacity } from "./capacity.ts";

const database = await ownDatabase();
afterEach(() => void vi.unstubAllEnvs());

it("the size of the database, its connections, and the disks of folders that exist", async () => {
  vi.stubEnv("BACKUP_DIR", tmpdir());
  vi.stubEnv("DATA_DIR", "/there/is/no/such/folder");
  const { database_bytes, connections, disks } = await readCapacity(database);
  expect(database_bytes).toBeGreaterThan(1_000_000);
  expect(connections.used).toBeGreaterThan(0);
  const { rows } = await database.pool.query("SELECT current_setting('max_connections')::int AS most");
  expect(connections.allowed).toBeLessThan(rows[0]?.most);
  expect(disks).toEqual([{ folder: "BACKUP_DIR", bytes: expect.any(Number), free_bytes: expect.any(Number) }]);
  const [disk] = disks;
  expect(disk?.bytes).toBeGreaterThanOrEqual(disk?.free_bytes ?? Number.NaN);
});
