import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { claimNext } from "./claim.ts";
import { deliver } from "./deliver.ts";
import { addChannel, queueTests } from "./testing/channel-rows.ts";
import { type HttpTarget, startTarget } from "./testing/http-target.ts";

let connection: Database;
let drop: () => Promise<void>;
let target: HttpTarget;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("SVC_BASE_URL", "http://127.0.0.1:1");
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "private addresses test" });
  drop = created.drop;
  target = await startTarget();
});
afterAll(async () => {
  await target.close();
  await connection.close();
  await drop();
  vi.unstubAllEnvs();
});

it.each(["webhook", "chat"] as const)(
  "a %s in a private network gets nothing without CHANNELS_ALLOW_PRIVATE",
  async (kind) => {
    const local = target.url;
    for (const url of [
      local,
      local.replace("http:", "https:"),
      "https://10.0.0.7/",
      "https://localhost/",
      "https://[::1]/",
    ]) {
      const channel = await addChannel(connection, { kind, url });
      await queueTests(connection, channel, 1);
      const message = (await claimNext(connection, channel)) ?? expect.unreachable();
      expect(await deliver(connection, message), url).toMatchObject({
        ok: false,
        status: null,
        error: "address_refused",
      });
    }
    expect(target.received).toEqual([]);
  },
);
