import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sealSecret } from "#lib/core/server/vault/vault.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { forgetOld } from "./sender.ts";
import { addChannel, queueTests } from "./testing/channel-rows.ts";

let connection: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "forget test" });
  drop = created.drop;
});
afterAll(async () => {
  await connection.close();
  await drop();
  vi.unstubAllEnvs();
});

const run = async (statement: string, values: unknown[] = []) => (await connection.pool.query(statement, values)).rows;

it("messages that ended 30 days ago are deleted, and those that waited as long have failed", async () => {
  const channel = await addChannel(connection, { kind: "webhook", url: "https://core.example.mx/hook" });
  await queueTests(connection, channel, 4);
  const days = (column: string, days: number) => `${column} = now() - interval '${days} days'`;
  const ended = "state = 'sent', next_attempt_at = NULL";
  await run(`UPDATE outgoing SET ${ended}, ${days("ended_at", 31)} WHERE source = '0'`);
  await run(`UPDATE outgoing SET ${ended}, ${days("ended_at", 29)} WHERE source = '1'`);
  await run(`UPDATE outgoing SET ${days("created_at", 31)} WHERE source = '2'`);
  await run(`UPDATE outgoing SET ${days("created_at", 29)} WHERE source = '3'`);
  await forgetOld(connection);
  expect(await run("SELECT source, state, error FROM outgoing ORDER BY source")).toEqual([
    { source: "1", state: "sent", error: null },
    { source: "2", state: "failed", error: "expired" },
    { source: "3", state: "pending", error: null },
  ]);
});

it("a replaced secret is deleted after its overlap, and not before", async () => {
  const channel = await addChannel(connection, { kind: "webhook", url: "https://core.example.mx/hook" });
  const previous = await sealSecret(connection.pool, { kind: "channel_secret", owner: channel, value: "replaced" });
  const overlap = (until: string) =>
    run(`UPDATE channels SET previous_secret_id = $2, previous_until = ${until} WHERE id = $1`, [channel, previous]);
  const kept = async () => (await run("SELECT FROM vault_secrets WHERE id = $1", [previous])).length;
  await overlap("now() + interval '1 hour'");
  await forgetOld(connection);
  expect(await kept()).toBe(1);
  await overlap("now()");
  await forgetOld(connection);
  expect(await kept()).toBe(0);
  expect(await run("SELECT previous_secret_id, previous_until FROM channels WHERE id = $1", [channel])).toEqual([
    { previous_secret_id: null, previous_until: null },
  ]);
});
