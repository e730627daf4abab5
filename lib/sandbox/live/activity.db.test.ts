import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;

beforeEach(async () => {
  // At this time scale an hour of activity takes 180 s: no steady activity is due within a test unless the test moves it.
  sandbox = await startTestSandbox(20);
});
afterEach(() => sandbox.end());

const setPace = async (pace: string) =>
  expect(await sandbox.call("PUT", "/sandbox/pace", { body: { pace } })).toMatchObject({ status: 200, body: { pace } });
const paceNow = async () => (await sandbox.call("GET", "/sandbox/state")).body.pace;
const begin = () => sandbox.call("POST", "/sandbox/scenarios/start", { body: {} });

/** Waits until the first step of `pending-upload` has happened. */
const isPlayed = (id: string) =>
  vi.waitFor(async () => expect((await sandbox.read(id)).documents_status).toBe("pending_upload"), { timeout: 60_000 });
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await sandbox.query(`SELECT count(*)::int AS count FROM ${text}`, values))[0].count;

/** The last planned step of the steady activity. */
const lastStep = async (): Promise<string> =>
  (await sandbox.query("SELECT id FROM sandbox.step WHERE NOT by_hand ORDER BY due_at DESC LIMIT 1"))[0].id;
/** Milliseconds from now to a step. */
const timeTo = async (id: string): Promise<number> => {
  const [row] = await sandbox.query(
    "SELECT extract(epoch FROM due_at - clock_timestamp())::float8 * 1000 AS ms FROM sandbox.step WHERE id = $1",
    [id],
  );
  return row.ms;
};
const stepsOfActivity = () => count("sandbox.step WHERE NOT by_hand");

it("is steady by default, and keeps its setting", async () => {
  expect(await paceNow()).toBe("steady");
  await setPace("fast");
  await sandbox.stop();
  await sandbox.restart();
  expect(await paceNow()).toBe("fast");
});

it("refuses an invalid pace", async () => {
  const { body } = await sandbox.call("PUT", "/sandbox/pace", { body: { pace: "warp" } });
  expect(body.code).toBe("VALIDATION_ERROR");
});

it("moves scheduled changes nearer or further away", async () => {
  await begin();
  const last = await lastStep();
  const steady = await timeTo(last);
  await setPace("slow");
  const slow = await timeTo(last);
  // Four times as far away, less the time that has passed meanwhile.
  expect(slow / steady).toBeGreaterThan(3);
  expect(slow / steady).toBeLessThan(4.01);
  // Fast is at most a hundred times real time, five times steady at this time scale.
  await setPace("fast");
  const fast = await timeTo(last);
  expect(slow / fast).toBeGreaterThan(19.9);
  expect(slow / fast).toBeLessThan(40);
});

it("pauses while it is off, except for requested changes, and then continues", async () => {
  await begin();
  await setPace("off");
  expect(await paceNow()).toBe("off");
  const steps = await stepsOfActivity();
  const last = await lastStep();
  const before = await timeTo(last);
  // Pretends that an hour has passed: all activity would be due by now.
  await sandbox.query("UPDATE sandbox.step SET due_at = due_at - interval '1 hour'");
  await sandbox.query(
    "UPDATE sandbox.account SET next_slot_at = next_slot_at - interval '1 hour', paused_at = paused_at - interval '1 hour'",
  );
  const id = await sandbox.play("pending-upload", { seconds: 2 });
  await isPlayed(id);
  expect(await stepsOfActivity()).toBe(steps);
  await setPace("steady");
  // As far away as before the pause, less the time between reading and setting.
  const after = await timeTo(last);
  expect(after).toBeGreaterThan(before - 20_000);
  expect(after).toBeLessThan(before + 20_000);
});

it("makes no change after it is set to off, not even by steps in progress", async () => {
  await begin();
  const [held, next] = await sandbox.query(
    `SELECT DISTINCT verification_id AS id FROM sandbox.step JOIN sandbox.verification USING (verification_id)
     WHERE NOT by_hand ORDER BY 1 LIMIT 2`,
  );
  // A round that has already read their steps would lock them and wait for the first one: no round has read these.
  await sandbox.stop();
  await sandbox.query("UPDATE sandbox.step SET due_at = now() + interval '1 hour' WHERE verification_id = ANY($1)", [
    [held.id, next.id],
  ]);
  await sandbox.restart();
  const stepsOfNext = () => count("sandbox.step WHERE verification_id = $1", [next.id]);
  const before = await stepsOfNext();
  const holder = new pg.Client({ connectionString: sandbox.databaseUrl });
  await holder.connect();
  try {
    // One round takes both, and waits for the first one.
    await holder.query("BEGIN");
    await holder.query("SELECT FROM sandbox.verification WHERE verification_id = $1 FOR UPDATE", [held.id]);
    await sandbox.query(
      `UPDATE sandbox.step SET due_at = CASE verification_id WHEN $1 THEN now() - interval '2 s' ELSE now() - interval '1 s' END
       WHERE verification_id = ANY($2)`,
      [held.id, [held.id, next.id]],
    );
    const waiting = () => count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000 });
    let off = false;
    const resting = setPace("off").then(() => {
      off = true;
    });
    await vi.waitFor(async () => expect(off || (await waiting()) === 2).toBe(true), { timeout: 60_000 });
    await holder.query("COMMIT");
    await resting;
  } finally {
    await holder.end();
  }
  expect(await stepsOfNext()).toBe(before);
  // A step requested by hand is taken by a later round.
  const id = await sandbox.play("pending-upload", { seconds: 1 });
  await isPlayed(id);
  expect(await stepsOfNext()).toBe(before);
});
