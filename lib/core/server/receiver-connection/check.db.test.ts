import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { lookForOutages } from "#lib/core/server/outages/detect.ts";
import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { createServiceClient } from "#lib/core/server/service/client.ts";
import { createErrorLedger } from "#lib/core/server/service-calls/client.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { checkConnection, connectionTasks } from "./check.ts";
import { ensureReceiver } from "./ensure.ts";

let connected: ConnectedService;
let webhookId: string;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  connected = await startConnectedService();
});
afterAll(() => connected.end());
beforeEach(async () => {
  await connected.reset();
  await ensureReceiver(connected.database, connected.client());
  await startHeartbeat(connected.database, "receiver").stop();
  const [row] = await connected.query<{ webhook_id: string }>("SELECT webhook_id FROM receivers");
  webhookId = row?.webhook_id ?? "";
  await look();
});

const look = (client = connected.client()) => checkConnection(connected.database, client);
const lookNow = async (client = connected.client()) => {
  await connected.query("UPDATE connection_checks SET due_at = now()");
  return look(client);
};
const status = () => getSystemStatus(connected.database);
/** Seconds until the next check. */
const dueIn = async () => {
  const [row] = await connected.query<{ seconds: number }>(
    "SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM connection_checks",
  );
  return row?.seconds ?? 0;
};

describe("the worker's check of the own webhook", () => {
  it("finds no problem while all is well, and repeats in two minutes", async () => {
    expect((await status()).receiver).toMatchObject({ state: "connected", problems: [] });
    expect((await status()).receiver.checked_at).not.toBeNull();
    expect(await dueIn()).toBeGreaterThan(100);
    expect(await dueIn()).toBeLessThanOrEqual(120);
    expect(await look()).toBeUndefined();
  });

  it("finds that it was deleted, until it has been created again", async () => {
    await connected.service.call("DELETE", `/v2/webhooks/${webhookId}`);
    expect(await lookNow()).toMatchObject({ problems: ["deleted_at_service"], before: { problems: [] } });
    const { receiver } = await status();
    expect(receiver).toMatchObject({ state: "problem", problems: ["deleted_at_service"] });
    expect(receiver.since).not.toBeNull();
    expect(await dueIn()).toBeLessThanOrEqual(15);
    await lookNow();
    expect((await status()).receiver.since).toBe(receiver.since);
    await ensureReceiver(connected.database, connected.client());
    expect((await status()).receiver).toMatchObject({ state: "connected", problems: [] });
    // The outage ends with the repair, before the next check.
    expect(await connected.query("SELECT cause FROM outages WHERE ended_at IS NOT NULL")).toEqual([
      { cause: "webhook" },
    ]);
    expect(await look()).toMatchObject({ problems: [] });
  });

  it.each([
    ["disabled_at_service", "UPDATE sandbox.webhook SET enabled = false"],
    ["other_address", "UPDATE sandbox.webhook SET url = 'https://elsewhere.example.com/hook'"],
    ["missing_events", `UPDATE sandbox.webhook SET events = ARRAY['${EVENT_NAMES[0]}']`],
  ])("finds %s", async (problem, change) => {
    await connected.service.query(change);
    await lookNow();
    expect((await status()).receiver).toMatchObject({ state: "problem", problems: [problem] });
  });

  it("ignores the changes of a replacement in progress", async () => {
    const client = connected.client();
    const meanwhile = {
      listReadableWebhooks: async () => {
        const listed = await client.listReadableWebhooks();
        await connected.query("UPDATE receivers SET webhook_id = 'made meanwhile'");
        return { ...listed, webhooks: { entries: [], unreadable: null } };
      },
    };
    await connected.query("UPDATE connection_checks SET due_at = now()");
    expect(await checkConnection(connected.database, meanwhile)).toBeUndefined();
    expect((await status()).receiver).toMatchObject({ state: "connected" });
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });

  it("is one check, however many workers there are", async () => {
    await connected.query("UPDATE connection_checks SET due_at = now()");
    const calls = await connected.countCalls("/v2/webhooks");
    await Promise.all([connected.database, connected.other].map((of) => checkConnection(of, connected.client())));
    expect(await calls()).toBe(1);
  });

  it("waits for its turn in the budget, and leaves open what the key may not see", async () => {
    await connected.query("UPDATE service_budget SET background_tokens = 0, person_tokens = 0, per_second = 0.2");
    expect(await lookNow()).toBeUndefined();
    expect(await dueIn()).toBeGreaterThan(1);
    await connected.query("UPDATE service_budget SET background_tokens = 5, per_second = 10");
    await connected.fault({ kind: "status", status: 403, path: "/v2/webhooks" });
    expect(await lookNow()).toMatchObject({ error_code: null, problems: [] });
    expect((await status()).service).toMatchObject({ state: "ok" });
  });
});

describe("a revoked key", () => {
  const noting = () =>
    createServiceClient({
      baseUrl: connected.service.url(),
      getKey: async () => connected.service.apiKey(),
      onFailure: createErrorLedger(connected.database),
    });

  it("is stored for an account without a readable verification, and so is the next working one", async () => {
    await connected.fault({ kind: "status", status: 401, count: 1 });
    expect(await lookNow()).toMatchObject({ error_code: "SERVICE_UNAUTHORIZED", before: { error_code: null } });
    expect((await status()).service).toMatchObject({ state: "unauthorized", code: "SERVICE_UNAUTHORIZED" });
    expect((await status()).receiver).toMatchObject({ state: "connected" });
    expect(await dueIn()).toBeLessThanOrEqual(15);
    expect(await lookNow()).toMatchObject({ error_code: null, before: { error_code: "SERVICE_UNAUTHORIZED" } });
    expect((await status()).service).toMatchObject({ state: "ok" });
  });

  it("makes the worker check as soon as any call meets it", async () => {
    await connected.query("UPDATE connection_checks SET checked_at = now() - interval '1 minute'");
    await connected.fault({ kind: "status", status: 401, count: 1 });
    await expect(noting().listApiKeys()).rejects.toMatchObject({ code: "SERVICE_UNAUTHORIZED" });
    await vi.waitFor(async () => expect(await dueIn()).toBeLessThanOrEqual(0), { timeout: 60_000 });
  });

  it("met by a call just after a check is checked soon, since the check may have been before the change", async () => {
    expect(await dueIn()).toBeGreaterThan(100);
    createErrorLedger(connected.database)("listApiKeys", { code: "SERVICE_UNAUTHORIZED", serviceStatus: 401 });
    await expect.poll(dueIn).toBeLessThanOrEqual(15);
    expect(await look()).toBeUndefined();
  });

  it("is checked for when no delivery has come for unusually long", async () => {
    await connected.query("UPDATE connection_checks SET checked_at = now() - interval '1 minute'");
    await connected.query(
      `INSERT INTO inbox (kind, state, received_at)
       SELECT 'delivery', 'applied', now() - interval '2 hours' - make_interval(mins => number) FROM generate_series(1, 60) AS number`,
    );
    expect(await lookForOutages(connected.database)).toBe(1);
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });
});

describe("a clock that differs from the service's", () => {
  it("is stored with the difference and its start", async () => {
    expect((await status()).clock).toMatchObject({ state: "ok", since: null });
    await connected.fault({ kind: "clock", delay_ms: 300_000, count: 2 });
    expect(await lookNow()).toMatchObject({ clock_wrong: true, before: { clock_wrong: false } });
    const { clock } = await status();
    expect(clock).toMatchObject({ state: "wrong", since: expect.any(String) });
    expect(Math.abs((clock.ahead_seconds ?? 0) - 300)).toBeLessThan(20);
    await lookNow();
    expect((await status()).clock.since).toBe(clock.since);
    await lookNow();
    expect((await status()).clock).toMatchObject({ state: "ok", since: null });
  });
});

describe("the log", () => {
  it("has one line for a new problem, with its remedy, and one for its end", async () => {
    const lines: [string, object, string][] = [];
    const log = {
      info: (facts: object, text: string) => lines.push(["info", facts, text]),
      warn: (facts: object, text: string) => lines.push(["warn", facts, text]),
    };
    const [task] = connectionTasks(log as never, connected.database, connected.client());
    const run = async () => {
      await connected.query("UPDATE connection_checks SET due_at = now()");
      await task?.run(new AbortController().signal);
    };
    await connected.service.call("DELETE", `/v2/webhooks/${webhookId}`);
    await connected.fault({ kind: "clock", delay_ms: 300_000, count: 2 });
    await run();
    await run();
    await connected.fault({ kind: "status", status: 401, count: 2 });
    await run();
    await run();
    await run();
    expect(lines.map(([level, , text]) => [level, text])).toEqual([
      ["warn", expect.stringMatching(/deleted at the service: an admin repairs it/)],
      ["warn", expect.stringMatching(/clock .*NTP/)],
      ["warn", expect.stringMatching(/refuses the API key/)],
      ["info", expect.stringMatching(/takes the API key again/)],
      ["info", expect.stringMatching(/clock is right again/)],
    ]);
  });

  it("has the cause of failing calls, in one line", async () => {
    const lines: object[] = [];
    const log = { info: () => undefined, warn: (facts: object) => lines.push(facts) };
    const tasks = connectionTasks(log as never, connected.database, connected.client());
    await connected.query(
      "INSERT INTO service_errors (operation, code, service_status, times) VALUES ('GET /api-keys', 'SERVICE_ERROR', 500, 3), ('GET /v2/webhooks', 'SERVICE_TIMEOUT', 0, 1)",
    );
    await connected.query(
      "INSERT INTO service_errors (operation, code, service_status, times, last_at) VALUES ('POST /api-keys', 'SERVICE_ERROR', 500, 1, now() - interval '2 minutes')",
    );
    await tasks[1]?.run(new AbortController().signal);
    expect(lines).toEqual([
      {
        failures: [
          expect.objectContaining({ operation: "GET /api-keys", service_status: 500, times: 3 }),
          expect.objectContaining({ operation: "GET /v2/webhooks", service_status: null, times: 1 }),
        ],
      },
    ]);
  });
});
