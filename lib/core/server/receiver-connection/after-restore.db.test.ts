import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { startConnectedService } from "#tools/test/connected-service.ts";
import { repairAfterRestore } from "./after-restore.ts";
import { ensureReceiver } from "./ensure.ts";

const PATH = "/v2/webhooks";
const connected = await startConnectedService();
const { database, query, service } = connected;
afterAll(connected.end);

beforeEach(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  vi.stubEnv("RECEIVER_URL", "http://127.0.0.1:4001");
  await connected.reset();
  for (const { id } of await listed()) await service.call("DELETE", `${PATH}/${id}`);
  await ensureReceiver(database, connected.client());
});

type Listed = { id: string; url: string; events: string[] };
const listed = async (): Promise<Listed[]> => (await service.call("GET", PATH)).body.data;

const restored = () =>
  query(
    `INSERT INTO restores (taken_at, version, file, erasure_log, api_key)
     VALUES (now() - interval '1 hour', '0.2.0', 'one.zip', false, 'unknown')`,
  );
const repair = () => repairAfterRestore(database, connected.client());

/** As if the secret was replaced after the backup: the receiver has another webhook, whose secret is not in the backup. */
async function replaceAtService(change: (url: string) => string = (url) => url): Promise<string> {
  const [own] = await listed();
  if (!own) throw new Error("the webhook is not listed");
  const client = connected.client();
  await client.deleteWebhook(own.id);
  const { webhook } = await client.createWebhook({ ...own, url: change(own.url), description: "replaced" });
  return webhook.webhook_id;
}

it("creates a new webhook, once, if the backup's one was replaced", async () => {
  await restored();
  const replaced = await replaceAtService();
  expect(await repair()).toBe("created");
  const now = await listed();
  expect(now).toHaveLength(1);
  expect(now[0]?.id).not.toBe(replaced);
  expect(await query("SELECT webhook_id FROM receivers")).toEqual([{ webhook_id: now[0]?.id }]);
  expect(await query("SELECT action, after FROM audit_log ORDER BY id DESC LIMIT 1")).toEqual([
    { action: "receiver.connected", after: { did: "created" } },
  ]);
  await replaceAtService();
  expect(await repair()).toBe("nothing");
});

it("changes nothing without a restore, or with a healthy webhook", async () => {
  const before = await listed();
  expect(await repair()).toBe("nothing");
  await restored();
  expect(await repair()).toBe("nothing");
  expect(await listed()).toEqual(before);
});

it("leaves its original's deliveries to the original", async () => {
  await restored();
  await replaceAtService((url) => url.replace("http://127.0.0.1:4001", "https://cotejo.example.mx"));
  const before = await listed();
  expect(await repair()).toBe("nothing");
  expect(await listed()).toEqual(before);
});

it("waits while the service refuses the key", async () => {
  await restored();
  await replaceAtService();
  await query(
    `INSERT INTO service_budget (person_tokens, background_tokens, per_second, key_refused_at) VALUES (1, 1, 1, now())
     ON CONFLICT (singleton) DO UPDATE SET key_refused_at = now()`,
  );
  expect(await repair()).toBe("nothing");
  await query("UPDATE service_budget SET key_refused_at = NULL");
  expect(await repair()).toBe("created");
});
