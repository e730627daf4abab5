import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { unreachable } from "#lib/core/server/service/service-error.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { ensureReceiver } from "./ensure.ts";

/** The base address of this dashboard. The environment is read once a process, so the tests replace the reading. */
const address = vi.hoisted(() => ({ url: "" }));
vi.mock(import("#lib/platform/server/base/env.ts"), async (original) => {
  const module = await original();
  return { ...module, env: () => ({ ...module.env(), RECEIVER_URL: address.url }) };
});

const HERE = "http://127.0.0.1:4001";
const PATH = "/v2/webhooks";

let connected: ConnectedService;

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});
afterAll(() => connected.end());
beforeEach(async () => {
  address.url = HERE;
  await connected.reset();
  for (const { id } of await listed()) await connected.service.call("DELETE", `${PATH}/${id}`);
});

type Listed = { id: string; url: string; events: string[]; enabled: boolean; description: string };
const listed = async (): Promise<Listed[]> => (await connected.service.call("GET", PATH)).body.data;

/** The calls of the service, in order, and its revealed secrets. */
function watched(client: ServiceClient = connected.client()) {
  const calls: string[] = [];
  const secrets: string[] = [];
  const watch =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    (...args: A) => {
      calls.push(name);
      return call(...args);
    };
  return {
    calls,
    secrets,
    listWebhooks: watch("list", client.listWebhooks),
    updateWebhook: watch("update", client.updateWebhook),
    deleteWebhook: watch("delete", client.deleteWebhook),
    createWebhook: watch("create", async (input) => {
      const created = await client.createWebhook(input);
      secrets.push(created.secret);
      return created;
    }) as ServiceClient["createWebhook"],
  };
}

const ensure = (webhooks: Parameters<typeof ensureReceiver>[1] = watched(), from = connected.database) =>
  ensureReceiver(from, webhooks);

const rows = <T extends object>(table: string) => connected.query<T>(`SELECT * FROM ${table} ORDER BY created_at`);
type Secret = { role: string; secret_id: string; webhook_id: string };
const currentSecret = async () => {
  const [current] = (await rows<Secret>("receiver_secrets")).filter(({ role }) => role === "current");
  return openSecret(connected.database.pool, current?.secret_id ?? "");
};

describe("the dashboard's own webhook", () => {
  it("is created for all eleven events, and once", async () => {
    const first = await ensure();
    expect(first).toEqual({ state: "connected", receiver_id: expect.any(String), did: "created" });
    const [webhook, ...more] = await listed();
    expect(more).toEqual([]);
    expect(webhook).toMatchObject({ url: `${HERE}/hooks/${first.receiver_id}`, enabled: true });
    expect(webhook?.events.sort()).toEqual([...EVENT_NAMES].sort());
    const again = watched();
    expect(await ensure(again)).toEqual({ ...first, did: "nothing" });
    expect(again.calls).toEqual(["list"]);
    expect(await rows("receivers")).toMatchObject([
      { state: "connected", webhook_id: webhook?.id, creating_since: null },
    ]);
  });

  it("is created by one of many simultaneous attempts, more of them than there are connections", async () => {
    const webhooks = watched();
    const processes = Array.from({ length: 12 }, () => [connected.database, connected.other]).flat();
    const all = await Promise.all(processes.map((process) => ensure(webhooks, process)));
    expect(all.filter(({ did }) => did === "created")).toHaveLength(1);
    expect(webhooks.calls.filter((call) => call === "create")).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
    expect(await rows("receivers")).toHaveLength(1);
  });

  it("has its secret in the vault, and nowhere else", async () => {
    const webhooks = watched();
    await ensure(webhooks);
    const [secret = ""] = webhooks.secrets;
    expect(await currentSecret()).toBe(secret);
    const tables = await connected.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables) {
      const [found] = await connected.query(
        `SELECT FROM ${name} AS row WHERE strpos(row::text, $1) > 0 OR strpos(row::text, encode($1::bytea, 'hex')) > 0`,
        [secret],
      );
      expect(found, name).toBeUndefined();
    }
  });
});

describe("a creation whose answer is lost after the work was done", () => {
  const losses = ["lost", "truncate"];

  it.each(losses)(
    "(%s) is not repeated blindly: the orphan is found, deleted, and a new webhook created",
    async (kind) => {
      await connected.service.subscribe("http://127.0.0.1:4001/hooks/of-somebody-else");
      await connected.fault({ kind, method: "POST", path: PATH });
      const webhooks = watched();
      expect(await ensure(webhooks)).toMatchObject({ did: "created" });
      expect(webhooks.calls).toEqual(["list", "create", "list", "delete", "create"]);
      expect((await listed()).map(({ url }) => url).sort()).toEqual(
        [(await rows<{ url: string }>("receivers"))[0]?.url, `${HERE}/hooks/of-somebody-else`].sort(),
      );
      expect(await currentSecret()).toBe(webhooks.secrets[0]);
    },
  );

  it("twice is left for the next call, which leaves no orphan", async () => {
    await connected.fault({ kind: "lost", method: "POST", path: PATH, count: 2 });
    await expect(ensure()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await rows("receivers")).toMatchObject([{ state: "creating", creating_since: null }]);
    expect(await listed()).toHaveLength(1);
    expect(await ensure()).toMatchObject({ did: "created" });
    expect(await listed()).toHaveLength(1);
    expect(await rows("receivers")).toMatchObject([{ state: "connected", webhook_id: (await listed())[0]?.id }]);
  });

  it("is not followed by another creation while the list cannot be read", async () => {
    await connected.fault({ kind: "lost", method: "POST", path: PATH });
    const webhooks = watched();
    const list = webhooks.listWebhooks;
    webhooks.listWebhooks = async (...args) => {
      if (webhooks.calls.includes("create"))
        await connected.fault({ kind: "status", status: 500, method: "GET", path: PATH, count: 3 });
      return list(...args);
    };
    await expect(ensure(webhooks)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(webhooks.calls).toEqual(["list", "create", "list"]);
    expect(await ensure()).toMatchObject({ did: "created" });
    expect(await listed()).toHaveLength(1);
  });

  it("and whose webhook appears after the list was read is deleted later", async () => {
    const { receiver_id } = await ensure();
    await connected.service.subscribe(`${HERE}/hooks/${receiver_id}`);
    await connected.service.subscribe(`http://127.0.0.1:4999/hooks/${receiver_id}`);
    expect(await ensure()).toMatchObject({ did: "repaired" });
    expect(await listed()).toMatchObject([{ id: (await rows<{ webhook_id: string }>("receivers"))[0]?.webhook_id }]);
  });
});

describe("a creation that meets a conflict", () => {
  it("may have been sent twice on the way: its webhook is looked for, and the creation is sent once more", async () => {
    await connected.fault({ kind: "status", status: 409, method: "POST", path: PATH });
    const webhooks = watched();
    expect(await ensure(webhooks)).toMatchObject({ did: "created" });
    expect(webhooks.calls).toEqual(["list", "create", "list", "create"]);
  });

  it("is reported as a conflict if it meets a second one", async () => {
    await connected.fault({ kind: "status", status: 409, method: "POST", path: PATH, count: 2 });
    await expect(ensure()).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a creation that the service refuses", () => {
  it.each([
    [400, "BAD_REQUEST"],
    [401, "SERVICE_UNAUTHORIZED"],
    [403, "SERVICE_FORBIDDEN"],
    [429, "SERVICE_PAUSED"],
  ])("with %i is not repeated, is reported as %s, and can be called again", async (status, code) => {
    await connected.fault({ kind: "status", status, method: "POST", path: PATH });
    const webhooks = watched();
    await expect(ensure(webhooks)).rejects.toMatchObject({ code });
    expect(webhooks.calls).toEqual(["list", "create"]);
    expect(await rows("receivers")).toMatchObject([{ state: "creating", creating_since: null }]);
    expect(await ensure()).toMatchObject({ did: "created" });
    expect(await rows("receivers")).toHaveLength(1);
  });
});

describe("a webhook changed at the service is repaired:", () => {
  let receiverId: string;
  let webhook: Listed | undefined;
  beforeEach(async () => {
    ({ receiver_id: receiverId } = await ensure());
    [webhook] = await listed();
  });
  const put = (change: object) => connected.service.call("PUT", `${PATH}/${webhook?.id}`, { body: change });

  it("missing events are added", async () => {
    await put({ events: EVENT_NAMES.slice(3) });
    expect(await ensure()).toEqual({ state: "connected", receiver_id: receiverId, did: "repaired" });
    expect((await listed())[0]?.events.sort()).toEqual([...EVENT_NAMES].sort());
  });

  it("another address is set back", async () => {
    await put({ url: "http://127.0.0.1:4002/elsewhere" });
    expect(await ensure()).toMatchObject({ did: "repaired" });
    expect(await listed()).toMatchObject([{ id: webhook?.id, url: webhook?.url }]);
  });

  it("a changed RECEIVER_URL is sent to it, and nothing else", async () => {
    await put({ description: "words of an admin" });
    address.url = "http://127.0.0.1:4003/behind";
    expect(await ensure()).toMatchObject({ did: "repaired" });
    const url = `http://127.0.0.1:4003/behind/hooks/${receiverId}`;
    expect(await listed()).toMatchObject([{ id: webhook?.id, url, description: "words of an admin" }]);
    expect(await rows("receivers")).toMatchObject([{ url }]);
  });

  it("an address spelt otherwise is the same", async () => {
    address.url = "HTTP://127.0.0.1:4001";
    expect(await ensure()).toMatchObject({ did: "nothing" });
  });

  it("a disabled one, which no call enables, is created again at the same address", async () => {
    await connected.service.call("PUT", `/sandbox/webhooks/${webhook?.id}`, { body: { enabled: false } });
    expect(await ensure()).toEqual({ state: "connected", receiver_id: receiverId, did: "created" });
    expect(await listed()).toMatchObject([{ url: webhook?.url, enabled: true }]);
    expect((await listed())[0]?.id).not.toBe(webhook?.id);
  });

  it("a service that stops answering has an unknown outcome only after a first change", async () => {
    const gone = unreachable("POST", "ECONNREFUSED");
    const silent = async () => Promise.reject(gone);
    await put({ events: EVENT_NAMES.slice(3) });
    await expect(ensure({ ...connected.client(), listWebhooks: silent })).rejects.toBe(gone);
    await expect(ensure({ ...connected.client(), updateWebhook: silent })).rejects.toBe(gone);
    await connected.service.call("PUT", `/sandbox/webhooks/${webhook?.id}`, { body: { enabled: false } });
    const afterDeletion = ensure({ ...connected.client(), createWebhook: silent });
    await expect(afterDeletion).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await listed()).toEqual([]);
    expect(await ensure()).toMatchObject({ did: "created" });
  });

  it("a deleted one is created again; its predecessor's signatures stay valid for a while", async () => {
    const before = await currentSecret();
    await connected.service.call("DELETE", `${PATH}/${webhook?.id}`);
    expect(await ensure()).toEqual({ state: "connected", receiver_id: receiverId, did: "created" });
    expect(await currentSecret()).not.toBe(before);
    expect(await rows("receiver_secrets")).toMatchObject([
      { role: "retired", retired_at: expect.any(String), webhook_id: webhook?.id },
      { role: "current", retired_at: null },
    ]);
  });

  it("a replacement webhook with a known secret is left alone", async () => {
    const { id } = await connected.service.subscribe(`${HERE}/hooks/${receiverId}`);
    await connected.query(
      `INSERT INTO receiver_secrets (id, receiver_id, role, secret_id, webhook_id)
       SELECT gen_random_uuid(), receiver_id, 'candidate', secret_id, $1 FROM receiver_secrets`,
      [id],
    );
    expect(await ensure()).toMatchObject({ did: "nothing" });
    expect(await listed()).toHaveLength(2);
  });
});
