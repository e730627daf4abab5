import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;

beforeEach(async () => {
  // An hour of life in 180 s, so that nothing of the steady activity is due within a test unless it is made to be.
  sandbox = await startTestSandbox(20);
});
afterEach(() => sandbox.end());

const setPace = async (pace: string) =>
  expect(await sandbox.call("PUT", "/sandbox/pace", { body: { pace } })).toMatchObject({ status: 200, body: { pace } });
const paceNow = async () => (await sandbox.call("GET", "/sandbox/state")).body.pace;
const begin = () => sandbox.call("POST", "/sandbox/scenarios/start", { body: {} });

/** Milliseconds from now to the step that the steady activity takes last. */
const lastIn = async (): Promise<number> => {
  const [row] = await sandbox.query(
    "SELECT extract(epoch FROM max(due_at) - now())::float8 * 1000 AS ms FROM sandbox.step WHERE NOT by_hand",
  );
  return row.ms;
};
const stepsOfActivity = async (): Promise<number> =>
  (await sandbox.query("SELECT count(*)::int AS count FROM sandbox.step WHERE NOT by_hand"))[0].count;

it("is steady until it is set, and keeps what it was set to", async () => {
  expect(await paceNow()).toBe("steady");
  await setPace("fast");
  await sandbox.stop();
  await sandbox.restart();
  expect(await paceNow()).toBe("fast");
});

it("refuses what is no pace", async () => {
  const { body } = await sandbox.call("PUT", "/sandbox/pace", { body: { pace: "warp" } });
  expect(body.code).toBe("VALIDATION_ERROR");
});

it("brings what is to come nearer, or puts it further away", async () => {
  await begin();
  const steady = await lastIn();
  await setPace("slow");
  const slow = await lastIn();
  expect(slow / steady).toBeGreaterThan(3.5);
  expect(slow / steady).toBeLessThan(4.1);
  // Fast is at most a hundred times life, five times steady at this time scale.
  await setPace("fast");
  const fast = await lastIn();
  expect(slow / fast).toBeGreaterThan(17);
  expect(slow / fast).toBeLessThan(23);
});

it("rests while it is off, though what was asked for by hand goes on, and then takes up where it was", async () => {
  await begin();
  await setPace("off");
  expect(await paceNow()).toBe("off");
  const steps = await stepsOfActivity();
  const before = await lastIn();
  // As if an hour had passed: everything of the activity would be due long since.
  await sandbox.query("UPDATE sandbox.step SET due_at = due_at - interval '1 hour'");
  await sandbox.query(
    "UPDATE sandbox.account SET next_slot_at = next_slot_at - interval '1 hour', paused_at = paused_at - interval '1 hour'",
  );
  const id = await sandbox.play("pending-upload", { seconds: 2 });
  await vi.waitFor(
    async () =>
      expect((await sandbox.call("GET", `/verifications/${id}`)).body.documents_status).toBe("pending_upload"),
    { timeout: 20_000 },
  );
  expect(await stepsOfActivity()).toBe(steps);
  await setPace("steady");
  expect(Math.abs((await lastIn()) - before)).toBeLessThan(15_000);
  expect(await stepsOfActivity()).toBeGreaterThan(steps - 40);
});
