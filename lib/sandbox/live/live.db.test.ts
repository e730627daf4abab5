import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SEED_SIZE } from "#lib/sandbox/scenarios/account-plan.ts";
import { startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sandbox.end();
  await receiver.close();
});

const verifications = () => new Set(receiver.deliveries.map(({ data }) => data.verification_id));
const stepsToCome = async () => (await sandbox.call("GET", "/sandbox/deliveries")).body.steps_to_come;

it("delivers the account's past once, however often it is started, and has a future", async () => {
  sandbox = await startTestSandbox(1);
  await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => sandbox.call("POST", "/sandbox/scenarios/start", { body: {} })),
  );
  expect(starts.filter(({ body }) => body.started)).toHaveLength(1);
  await vi.waitFor(() => expect(verifications().size).toBeGreaterThanOrEqual(SEED_SIZE), { timeout: 60_000 });
  expect(verifications().size).toBeLessThanOrEqual(SEED_SIZE + 1);
  expect(await stepsToCome()).toBeGreaterThan(100);
});

it("continues with new verifications and new events", async () => {
  sandbox = await startTestSandbox(100);
  // Two of the eleven events: the past alone has thousands of deliveries.
  await sandbox.subscribe(receiver.url, ["verification.v2.created", "verification.v2.document_status_updated"]);
  await sandbox.call("POST", "/sandbox/scenarios/start", { body: {} });
  const all = () => [...verifications()];
  await vi.waitFor(() => expect(all().length).toBeGreaterThanOrEqual(SEED_SIZE + 2), { timeout: 60_000 });
  const added = new Set(all().slice(SEED_SIZE));
  const goesOn = () => receiver.deliveries.filter(({ data }) => added.has(data.verification_id));
  await vi.waitFor(() => expect(goesOn().length).toBeGreaterThan(added.size), { timeout: 60_000 });
});

it("continues from now after downtime, at its pace, instead of catching up at once", async () => {
  sandbox = await startTestSandbox(1);
  await sandbox.subscribe(receiver.url);
  await sandbox.play("finished", { seconds: 80_000 });
  const before = await stepsToCome();
  await sandbox.stop();
  await sandbox.query("UPDATE sandbox.step SET due_at = due_at - interval '2 days'");
  await sandbox.restart();
  await receiver.has(1);
  expect(await stepsToCome()).toBeGreaterThan(before - 5);
});

it("plays a scenario over the requested time", async () => {
  sandbox = await startTestSandbox(1_000);
  await sandbox.subscribe(receiver.url);
  const id = await sandbox.play("finished", { seconds: 1 });
  await vi.waitFor(async () => expect(await stepsToCome()).toBe(0), { timeout: 60_000 });
  expect((await sandbox.read(id)).status).toBe("finished");
});
