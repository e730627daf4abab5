import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Received, startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;
let receiver: TestReceiver;

const start = async (timeScale: number) => {
  sandbox = await startTestSandbox(timeScale);
};
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sandbox.end();
  await receiver.close();
});

const bodies = (deliveries: readonly Received[]) => new Set(deliveries.map((delivery) => delivery.body));

describe("a delivery that fails", () => {
  it("does not delay another webhook whose receiver answers", async () => {
    await start(1);
    const hanging = await startReceiver();
    hanging.replyWith(() => null);
    await sandbox.subscribe(hanging.url);
    await sandbox.subscribe(receiver.url, ["verification_item.v2.completed"]);
    await sandbox.play("finished", { seed: "hanging" });
    const items = (await sandbox.call("GET", "/sandbox/deliveries")).body.pending;
    expect(items).toBeGreaterThan(0);
    await receiver.has(8);
    await hanging.close();
  });

  it("is failed when its webhook is deleted", async () => {
    await start(1);
    receiver.replyWith(() => 500);
    const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "deleted" });
    await receiver.has(1);
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    expect(await sandbox.settled()).toMatchObject({ pending: 0, failed: 1 });
  });
});

describe("a stored delivery", () => {
  it("is sent after a restart in the middle of an attempt", async () => {
    await start(1);
    receiver.replyWith(() => null);
    await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "restart" });
    await receiver.has(1);
    await sandbox.stop();
    receiver.replyWith(() => 200);
    await sandbox.restart();
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 0 });
    expect(bodies(receiver.deliveries).size).toBe(1);
  });

  it("counts an attempt whose outcome the database refused at first", async () => {
    await start(100);
    await sandbox.query(`
      CREATE SEQUENCE writes;
      CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('writes') = 1 THEN RAISE 'away'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_once BEFORE UPDATE ON sandbox.delivery FOR EACH ROW EXECUTE FUNCTION refuse_once()`);
    receiver.replyWith((_, before) => (before.length === 0 ? 503 : 200));
    await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "refused" });
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 0 });
    const [{ failures, writes }] = await sandbox.query(
      "SELECT failures, (SELECT last_value FROM writes)::int AS writes FROM sandbox.delivery",
    );
    expect({ failures, attempts: receiver.deliveries.length, writes }).toEqual({ failures: 1, attempts: 2, writes: 3 });
  });

  it("survives the loss of every database connection", async () => {
    await start(5_000);
    await sandbox.subscribe(receiver.url);
    await sandbox.play("finished", { seed: "before" });
    await sandbox.endConnections();
    await vi.waitFor(async () => expect((await sandbox.call("GET", "/sandbox/ready")).status).toBe(200), {
      timeout: 60_000,
    });
    await sandbox.play("finished", { seed: "after" });
    const counts = await sandbox.settled();
    expect(counts.failed).toBe(0);
    expect(bodies(receiver.deliveries).size).toBe(counts.delivered);
  });
});
