import { createHmac } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readDelivery } from "#lib/contract/event.ts";
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
const byBody = (deliveries: readonly Received[]) => [...Map.groupBy(deliveries, (one) => one.body).values()];

describe("a subscribed webhook", () => {
  beforeEach(() => start(1_000));

  it("receives every event, signed with its own secret over the raw body, after the event's own time", async () => {
    const { secret } = await sandbox.subscribe(receiver.url);
    const id = await sandbox.play("backward-finished");
    const counts = await sandbox.settled();
    expect(bodies(receiver.deliveries).size).toBe(counts.delivered);
    for (const { signature, t, body, data } of receiver.deliveries) {
      const hex = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
      expect(signature).toBe(`t=${t},v1=${hex}`);
      expect(data.verification_id).toBe(id);
      expect(readDelivery(Buffer.from(body))).toMatchObject({ recognized: true });
      for (const field of ["created_at", "updated_at", "computed_at", "completed_at", "added_at", "removed_at"]) {
        if (field in data) expect(Date.parse(String(data[field]))).toBeLessThan((t + 1) * 1000);
      }
    }
  });

  it("receives the documented kinds that it names, and only those", async () => {
    await sandbox.subscribe(receiver.url, ["verification.v2.finished", "verification.v2.findings.updated"]);
    await sandbox.play("finished");
    await sandbox.settled();
    const names = receiver.deliveries.map((delivery) => delivery.event_name);
    expect(new Set(names)).toEqual(new Set(["verification.v2.finished", "verification.v2.findings.updated"]));
  });

  it("gets no backfill of what happened before it existed", async () => {
    await sandbox.play("finished");
    await sandbox.subscribe(receiver.url);
    const id = await sandbox.play("pending-upload");
    await sandbox.settled();
    expect(new Set(receiver.deliveries.map(({ data }) => data.verification_id))).toEqual(new Set([id]));
  });

  it("gets nothing while it is disabled, and nothing of that later", async () => {
    const { id: webhook } = await sandbox.subscribe(receiver.url);
    await sandbox.call("PUT", `/sandbox/webhooks/${webhook}`, { body: { enabled: false } });
    expect((await sandbox.call("GET", `/v2/webhooks/${webhook}`)).body.enabled).toBe(false);
    await sandbox.play("finished");
    await sandbox.call("PUT", `/sandbox/webhooks/${webhook}`, { body: { enabled: true } });
    const id = await sandbox.play("pending-upload");
    await sandbox.settled();
    expect(new Set(receiver.deliveries.map(({ data }) => data.verification_id))).toEqual(new Set([id]));
  });

  it("gets some deliveries twice, with the same signature", async () => {
    await sandbox.subscribe(receiver.url);
    for (let index = 0; index < 5; index += 1) await sandbox.play("finished", { seed: `twice ${index}` });
    await sandbox.settled();
    const twice = byBody(receiver.deliveries).filter((copies) => copies.length > 1);
    expect(twice.length).toBeGreaterThan(0);
    for (const copies of twice) expect(new Set(copies.map((copy) => copy.signature)).size).toBe(1);
  });
});

describe("a delivery that fails", () => {
  it.each([
    ["a client error", 400],
    ["a server error", 503],
    ["a redirect", 302],
  ])("is retried five times on the schedule after %s, then failed for good", async (_, status) => {
    await start(5_000);
    receiver.replyWith(() => status);
    await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "retries" });
    expect(await sandbox.settled()).toMatchObject({ pending: 0, delivered: 0, failed: 1 });
    expect(receiver.deliveries).toHaveLength(6);
    const gaps = receiver.deliveries.slice(1).map(({ at }, index) => at - (receiver.deliveries[index]?.at ?? 0));
    [6, 12, 24, 48, 96].forEach((wait, index) => {
      expect(gaps[index]).toBeGreaterThanOrEqual(wait - 1);
    });
  });

  it("is retried after a network error", async () => {
    await start(5_000);
    await sandbox.subscribe("http://127.0.0.1:9/hook", ["verification.v2.created"]);
    await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 0, failed: 1 });
  });

  it("ends its retries with the first 2xx", async () => {
    await start(5_000);
    receiver.replyWith((_, before) => (before.length < 2 ? 500 : 202));
    await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "recovers" });
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 0 });
    expect(receiver.deliveries).toHaveLength(3);
  });

  it("is signed anew or carries the first attempt's time: both occur", async () => {
    await start(20);
    receiver.replyWith((delivery, before) => (before.some(({ body }) => body === delivery.body) ? 200 : 500));
    await sandbox.subscribe(receiver.url);
    await sandbox.play("finished", { seed: "both" });
    const { delivered } = await sandbox.settled();
    const attempts = byBody(receiver.deliveries).map(
      (copies) => new Set(copies.slice(0, 2).map((copy) => copy.t)).size,
    );
    expect(attempts).toHaveLength(delivered);
    expect(new Set(attempts)).toEqual(new Set([1, 2]));
  });

  it("does not hold up another webhook whose receiver answers", async () => {
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

  it("has failed when its webhook is deleted", async () => {
    await start(1);
    receiver.replyWith(() => 500);
    const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload", { seed: "deleted" });
    await receiver.has(1);
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    expect(await sandbox.settled()).toMatchObject({ pending: 0, failed: 1 });
  });
});

describe("what is stored", () => {
  it("is delivered after a restart in the middle of an attempt", async () => {
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

  it("outlives the loss of every database connection", async () => {
    await start(5_000);
    await sandbox.subscribe(receiver.url);
    await sandbox.play("finished", { seed: "before" });
    const admin = new pg.Client({ connectionString: sandbox.databaseUrl });
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cotejo-sandbox'",
    );
    await admin.end();
    await vi.waitFor(async () => expect((await sandbox.call("GET", "/sandbox/ready")).status).toBe(200));
    await sandbox.play("finished", { seed: "after" });
    const counts = await sandbox.settled();
    expect(counts.failed).toBe(0);
    expect(bodies(receiver.deliveries).size).toBe(counts.delivered);
  });
});
