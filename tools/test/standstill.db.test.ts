import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lookForOutages } from "#lib/core/server/outages/detect.ts";
import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { listOutages } from "#lib/core/server/outages/outages.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { type RunningReceiver, startReceiver } from "#lib/receiver/receiver.ts";
import { signingKey } from "#lib/receiver/signature.ts";
import { deliver, drainBesideWorker, HISTORY_START, storeArrivals } from "#tools/test/arrivals.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { freePort } from "#tools/test/free-ports.ts";

/* Everything stops in the middle of a story, and starts again three days later. */

/** A retry follows after 1.5 s, and the last one of a delivery after 46 s. */
const TIME_SCALE = 20;
const RECEIVER = "rcv";

let connected: ConnectedService;
let receiver: RunningReceiver;
let service: { stop(): Promise<void> };
let port: number;
let secret: string;

beforeEach(async () => {
  connected = await startConnectedService(TIME_SCALE);
  port = await freePort();
  ({ secret } = await connected.service.subscribe(`http://127.0.0.1:${port}/hooks/${RECEIVER}`));
});
afterEach(async () => {
  await Promise.all([service.stop(), receiver.stop()]);
  await connected.end();
});

/** With the embedded service, the launcher writes its heartbeat. */
async function start({ embedded }: { embedded: boolean }): Promise<void> {
  service = embedded ? startHeartbeat(connected.database, "sandbox") : { stop: async () => undefined };
  const secrets = [{ id: "secret", key: signingKey(secret), acceptedUntil: Number.POSITIVE_INFINITY }];
  receiver = await startReceiver({
    database: connected.database,
    loadReceivers: async () => [{ id: RECEIVER, awaitsSecret: false, unopened: false, secrets }],
    host: "127.0.0.1",
    port,
    trust: { proxies: [], service: ["127.0.0.1"] },
    onProblem: () => undefined,
  });
}

const received = async () =>
  (await connected.query<{ count: number }>("SELECT count(*)::int AS count FROM inbox WHERE kind = 'delivery'"))[0]
    ?.count ?? 0;
const state = async () => (await connected.service.call("GET", "/sandbox/deliveries")).body;
const outagesAreLookedFor = () => lookForOutages(connected.database, ["127.0.0.1"]);

/** Lets the next steps of the story happen now, one after the other. */
const play = (count: number) =>
  connected.service.query(
    `UPDATE sandbox.step SET due_at = now() + make_interval(secs => 0.001 * next.rank) FROM (
       SELECT id, row_number() OVER (ORDER BY due_at, id) AS rank FROM sandbox.step ORDER BY due_at, id LIMIT $1
     ) AS next WHERE next.id = step.id`,
    [count],
  );

/** Plays a story until several of its deliveries were received, and the first attempt of another has failed. */
async function stopInTheMiddle(): Promise<string> {
  const before = await received();
  const id = await connected.service.play("finished", { seconds: 80_000 });
  await play(8);
  await vi.waitFor(async () => expect(await received()).toBeGreaterThan(before + 2), { timeout: 60_000 });
  await receiver.stop();
  await play(8);
  const failed = "SELECT FROM sandbox.delivery WHERE state = 'pending' AND failures > 0";
  await vi.waitFor(async () => expect(await connected.service.query(failed)).not.toEqual([]), { timeout: 60_000 });
  expect((await state()).steps_to_come).toBeGreaterThan(0);
  await Promise.all([connected.service.stop(), service.stop()]);
  return id;
}

/** Moves all stored times into the past, as seen from a clock that went on. */
async function threeDaysPass(): Promise<void> {
  const SHIFT = `DO $$ DECLARE one record; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT table_schema, table_name, string_agg(format('%1$I = %1$I - interval ''3 days''', column_name), ', ') AS changes
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone' AND is_generated = 'NEVER'
        AND table_schema IN ('public', 'sandbox')
        -- Append-only tables.
        AND table_name NOT IN ('audit_log', 'review_log', 'review_policies')
      GROUP BY table_schema, table_name
    LOOP EXECUTE format('UPDATE %I.%I SET %s', one.table_schema, one.table_name, one.changes); END LOOP;
  END $$`;
  await connected.query(SHIFT);
  await connected.service.query(SHIFT);
  await connected.service.query("UPDATE sandbox.delivery SET first_t = first_t - 3 * 86400");
}

/** Waits until the story has ended and all of it is applied. */
async function storyEnds(): Promise<void> {
  await play(1_000);
  await vi.waitFor(async () => expect(await state()).toMatchObject({ pending: 0, steps_to_come: 0 }), {
    timeout: 240_000,
  });
  await drainBesideWorker(connected.database);
}

/** A day in which an hour without deliveries is unusual, and an unfinished file of that day. */
async function busyDay(): Promise<void> {
  const yesterday = Date.now() - 86_400_000;
  const event = { verification_id: "ver_before", created_at: new Date(yesterday).toISOString() };
  const created = deliver("verification.v2.created", event, Math.floor(yesterday / 1_000) - HISTORY_START);
  await storeArrivals(connected.database.pool, [created]);
  await connected.query(`INSERT INTO inbox (kind, state, received_at)
    SELECT 'delivery', 'applied', now() - make_interval(mins => 20 * n) FROM generate_series(1, 60) AS n`);
  await drainBesideWorker(connected.database);
}

const markedParts = async (id: string) =>
  (await getVerification(id, connected.database))?.possibly_incomplete.map(({ part }) => part);

it("with the embedded service, no outage is recorded, nothing is marked, and the whole story arrives", async () => {
  await start({ embedded: true });
  await busyDay();
  const id = await stopInTheMiddle();
  await threeDaysPass();
  expect(await outagesAreLookedFor()).toBe(0);
  expect((await listOutages(connected.database)).outages).toEqual([]);
  await start({ embedded: true });
  expect(await outagesAreLookedFor()).toBe(0);
  await connected.service.restart();
  await storyEnds();
  await receiver.flush();
  expect(await outagesAreLookedFor()).toBe(0);
  expect((await listOutages(connected.database)).outages).toEqual([]);
  expect(await state()).toMatchObject({ failed: 0 });
  expect(await connected.query("SELECT reason FROM refusals")).toEqual([]);
  const [story] = await connected.query("SELECT status FROM verification_summaries WHERE verification_id = $1", [id]);
  expect(story).toEqual({ status: "finished" });
  expect([await markedParts(id), await markedParts("ver_before")]).toEqual([[], []]);
});

it("with a service elsewhere, the time is an outage, and marks the file", async () => {
  await start({ embedded: false });
  await busyDay();
  await stopInTheMiddle();
  await threeDaysPass();
  await start({ embedded: false });
  await outagesAreLookedFor();
  await connected.service.restart();
  await storyEnds();
  const causes = (await listOutages(connected.database)).outages.map(({ cause }) => cause);
  expect(causes.sort()).toEqual(["receiver_down", "silence"]);
  expect(await markedParts("ver_before")).toContain("items");
});
