import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { checkConnection } from "#lib/server/receiver-connection/check.ts";
import { runDueReads } from "#lib/server/refresh/due.ts";
import { createServiceClient } from "#lib/server/service/client.ts";
import { switchCurrentKey } from "#lib/server/vault/dashboard-keys.ts";
import { startConnectedService } from "#test/connected-service.ts";
import { createErrorLedger } from "./client.ts";
import { isKeyRefused } from "./take-call.ts";

const connected = await startConnectedService();
const { database, service, query } = connected;
const never = new AbortController().signal;
afterAll(connected.end);

beforeEach(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  await connected.reset();
});

/** How the processes of a dashboard call the service, counted. */
function client(key: () => string) {
  let calls = 0;
  const own = createServiceClient({
    baseUrl: service.url(),
    longestMs: 60_000,
    getKey: async () => {
      calls += 1;
      return key();
    },
    onFailure: createErrorLedger(database),
  });
  return { own, calls: () => calls };
}

const request = (count: number) =>
  query(
    `INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
     SELECT 'ver_' || n, 'verification', 'gap', now() FROM generate_series(1, $1) AS n`,
    [count],
  );

const requests = () =>
  query<{ attempts: number; due: boolean }>("SELECT attempts, due_at <= now() AS due FROM refresh_requests");

it("pauses background calls at the first refusals, which count against no request, and is probed once a minute", async () => {
  await request(40);
  const { own, calls } = client(() => "a-wrong-key");
  await runDueReads(database, own, never);
  await vi.waitFor(async () => expect(await isKeyRefused(database)).toBe(true), { timeout: 60_000 });
  // Each refused call asks for the key once more, in case that it has changed.
  const first = calls();
  expect(first).toBeLessThanOrEqual(8);
  for (let turn = 0; turn < 20; turn += 1) await runDueReads(database, own, never);
  expect(await checkConnection(database, own)).toBeUndefined();
  expect(calls()).toBe(first);
  expect(await requests()).toEqual(Array(40).fill({ attempts: 0, due: true }));
  await query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");
  await query("UPDATE connection_checks SET due_at = now()");
  expect(await checkConnection(database, own)).toMatchObject({ error_code: "SERVICE_UNAUTHORIZED" });
  await query("UPDATE connection_checks SET due_at = now()");
  expect(await checkConnection(database, own)).toBeUndefined();
});

it("goes on at once when another key is made current, or the same one is accepted again", async () => {
  await request(3);
  let key = "a-wrong-key";
  const { own } = client(() => key);
  await runDueReads(database, own, never);
  await vi.waitFor(async () => expect(await isKeyRefused(database)).toBe(true), { timeout: 60_000 });
  await switchCurrentKey("another-key", database);
  expect(await isKeyRefused(database)).toBe(false);
  await runDueReads(database, own, never);
  await vi.waitFor(async () => expect(await isKeyRefused(database)).toBe(true), { timeout: 60_000 });
  key = service.apiKey();
  await query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");
  await query(
    "INSERT INTO connection_checks (due_at) VALUES (now()) ON CONFLICT (singleton) DO UPDATE SET due_at = now()",
  );
  expect(await checkConnection(database, own)).toMatchObject({ error_code: null });
  expect(await isKeyRefused(database)).toBe(false);
});
