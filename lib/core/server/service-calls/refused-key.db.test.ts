import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { checkConnection } from "#lib/core/server/receiver-connection/check.ts";
import { runDueReads } from "#lib/core/server/refresh/due.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { serviceClient } from "./client.ts";
import { isKeyRefused, reportKeyRefused } from "./take-call.ts";

const WRONG = "svc_sk_live_wrong";

let connected: ConnectedService;
/** A connection of its own, without a cached key of an earlier test. */
let database: Database;
let ids: string[];

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ids = await Promise.all(["finished", "error", "backward"].map((scenario) => connected.service.play(scenario)));
});
afterAll(() => connected.end());
beforeEach(async () => {
  await connected.reset();
  database = openDatabase(connected.databaseUrl, { name: "process under test" });
  await switchCurrentKey(WRONG, database);
  await connected.query(
    `INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
     SELECT id, subject, 'gap', now() FROM unnest($1::text[]) AS id, unnest('{verification,people}'::text[]) AS subject`,
    [ids],
  );
  await connected.query("INSERT INTO connection_checks (due_at) VALUES (now())");
});
afterEach(() => database.close());

const client = () => serviceClient(database);
const readDue = () => runDueReads(database, client(), new AbortController().signal);
const check = async () => {
  await connected.query("UPDATE connection_checks SET due_at = now()");
  return checkConnection(database, client());
};
const refused = () => isKeyRefused(connected.other);
const requests = () =>
  connected.query<{ attempts: number; due: boolean }>("SELECT attempts, due_at <= now() AS due FROM refresh_requests");
const minutePasses = () => connected.query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");
const storeRightKey = () => switchCurrentKey(connected.service.apiKey(), database);

it("pauses background calls after the first refusal, and is probed once a minute", async () => {
  const [reads, probes] = [await connected.countCalls("/verifications/*"), await connected.countCalls("/v2/webhooks")];
  const people = await connected.countCalls("/v2/verifications/*/people");
  const made = async () => (await reads()) + (await people());
  await readDue();
  expect(await refused()).toBe(true);
  // The number of concurrent reads.
  expect(await made()).toBeLessThanOrEqual(4);
  const before = await made();
  for (let turn = 0; turn < 20; turn += 1) await readDue();
  // The refusal is known, so that pages and log report it without a call.
  expect(await check()).toMatchObject({ error_code: "SERVICE_UNAUTHORIZED", before: { error_code: null } });
  expect(await check()).toBeUndefined();
  expect(await probes()).toBe(0);
  await minutePasses();
  expect(await check()).toMatchObject({ error_code: "SERVICE_UNAUTHORIZED" });
  expect(await check()).toBeUndefined();
  expect([await made(), await probes()]).toEqual([before, 1]);
  expect(await requests()).toEqual(Array(6).fill({ attempts: 0, due: true }));
});

it("lets everything continue as soon as another key is current", async () => {
  await readDue();
  await check();
  expect(await refused()).toBe(true);
  await storeRightKey();
  expect(await refused()).toBe(false);
  expect(await connected.query("SELECT FROM connection_checks WHERE due_at <= now()")).toHaveLength(1);
  await readDue();
  expect(await requests()).toEqual([]);
  expect(await check()).toMatchObject({ error_code: null, before: { error_code: "SERVICE_UNAUTHORIZED" } });
});

it.each([
  ["answers", undefined],
  ["says that it may not do this", 403],
])("is accepted again if the probe's call %s", async (_what, status) => {
  await storeRightKey();
  await reportKeyRefused(database, connected.service.apiKey());
  await check();
  if (status) await connected.fault({ kind: "status", status, path: "/v2/webhooks" });
  await minutePasses();
  expect(await check()).toMatchObject({ error_code: null, before: { error_code: "SERVICE_UNAUTHORIZED" } });
  await vi.waitFor(async () => expect(await refused()).toBe(false), { timeout: 60_000 });
});

it("stays refused if the probe meets a fault of the service", async () => {
  await readDue();
  await check();
  await minutePasses();
  await connected.fault({ kind: "status", status: 500, count: 3 });
  expect(await check()).toMatchObject({ error_code: "SERVICE_UNAUTHORIZED" });
  expect(await refused()).toBe(true);
});

it("does not delay users, whose calls show that it is accepted again", async () => {
  await storeRightKey();
  await reportKeyRefused(database, connected.service.apiKey());
  await check();
  expect(await connected.read({ verification_id: ids[0] ?? "" }, database, client())).toMatchObject({
    outcome: "read",
  });
  await vi.waitFor(
    async () => expect(await connected.query("SELECT FROM connection_checks WHERE due_at <= now()")).toHaveLength(1),
    { timeout: 60_000 },
  );
  expect(await refused()).toBe(false);
  await connected.query("DELETE FROM verification_reads");
  // Before the next check.
  expect((await getSystemStatus(database)).service.state).not.toBe("unauthorized");
  await readDue();
  expect(await requests()).toEqual([]);
});

it("counts only while it is current, also when its answer and a switch come at once", async () => {
  await storeRightKey();
  await reportKeyRefused(database, WRONG);
  expect(await refused()).toBe(false);
  for (let turn = 0; turn < 20; turn += 1) {
    await switchCurrentKey(WRONG, database);
    if (turn % 2 === 0) await reportKeyRefused(database, WRONG);
    await Promise.all([reportKeyRefused(connected.other, WRONG), storeRightKey()]);
    expect(await refused()).toBe(false);
  }
});

it("differs from a missing key: reads wait a little, and lose no attempts", async () => {
  await connected.query("DELETE FROM dashboard_keys");
  await readDue();
  expect(await refused()).toBe(false);
  expect((await requests()).filter(({ due }) => !due)).toHaveLength(4);
  expect((await requests()).every(({ attempts }) => attempts === 0)).toBe(true);
});
