import { expect, test } from "vitest";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { isConnected } from "./check-environment.ts";

test("only a receiver with a created webhook counts as connected", async () => {
  const installation = await createTestDatabase();
  const database = openDatabase(installation.url, { name: "test", max: 1 });
  expect(await isConnected(database)).toBe(false);
  await database.pool.query(
    "INSERT INTO receivers (id, state, url, creating_since) VALUES ('one', 'creating', 'http://127.0.0.1:1/hooks/one', now())",
  );
  expect(await isConnected(database)).toBe(false);
  await database.pool.query("UPDATE receivers SET state = 'connected', webhook_id = 'wh_1', creating_since = NULL");
  expect(await isConnected(database)).toBe(true);
  await database.close();
  await installation.drop();
});
