/** @module-tag conformance */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { receiverTimeouts, retryDelay } from "#lib/sandbox/deliveries/send.ts";
import { type Reply, startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { CA, TLS } from "#tools/test/tls/certificate.ts";

/** A webhook of one event per verification, so that the count is a count of attempts. */
const CREATED = ["verification.v2.created"];

let sandbox: TestSandbox;
let running: TestSandbox | undefined;
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  await receiver.close();
});

async function start(timeScale: number): Promise<void> {
  await running?.end();
  running = sandbox = await startTestSandbox(timeScale);
}

/** Sends one delivery to a receiver that answers with `reply`, and returns its final state and the number of attempts. */
async function deliverOne(reply: Reply, timeScale = 10_000) {
  await start(timeScale);
  receiver.deliveries.length = 0;
  receiver.replyWith(reply);
  await sandbox.subscribe(receiver.url, CREATED);
  // With this seed the delivery comes once; other seeds duplicate it.
  await sandbox.play("pending-upload", { seed: "single" });
  const { delivered, failed } = await sandbox.settled();
  return { delivered, failed, attempts: receiver.deliveries.length };
}
const DELIVERED = { delivered: 1, failed: 0 };
const FAILED = { delivered: 0, failed: 1, attempts: 6 };
const lastError = () => sandbox.query("SELECT failures, last_error FROM sandbox.delivery");

describe("Events: Delivery and retry behaviour", () => {
  it("a delivery succeeds only on a 2xx response", async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      expect([status, await deliverOne(() => status)]).toEqual([status, { ...DELIVERED, attempts: 1 }]);
    }
  });

  it("a 4xx or 5xx response triggers retries, and so does a redirect, which is not followed", async () => {
    for (const status of [400, 404, 503, 307])
      expect([status, await deliverOne(() => status)]).toEqual([status, FAILED]);
  });

  it("a network error triggers retries", async () => {
    await start(10_000);
    const gone = await startReceiver();
    await gone.close();
    await sandbox.subscribe(gone.url, CREATED);
    await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 0, failed: 1 });
    expect(await lastError()).toEqual([{ failures: 6, last_error: "network: ECONNREFUSED" }]);
  });

  it("a connection time-out triggers retries, as one of its own: no connection is there in time", async () => {
    await start(10_000);
    // A server that reads but never shakes hands, so that no HTTPS connection is established.
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    await sandbox.subscribe(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`, CREATED);
    await sandbox.play("pending-upload", { seed: "single" });
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1), { timeout: 60_000 });
    expect(await lastError()).toEqual([{ failures: expect.any(Number), last_error: "connection time-out" }]);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("retries end with the first 2xx", async () => {
    const third: Reply = (_, before) => (before.length < 2 ? 500 : 200);
    expect(await deliverOne(third)).toEqual({ ...DELIVERED, attempts: 3 });
  });

  it("after 5 failed retries the delivery is marked failed and is not retried again", async () => {
    expect(await deliverOne(() => 500)).toEqual(FAILED);
    receiver.replyWith(() => 200);
    await sandbox.play("pending-upload");
    await sandbox.settled();
    const first = receiver.deliveries[0]?.data.verification_id;
    expect(receiver.deliveries.filter(({ data }) => data.verification_id === first)).toHaveLength(6);
  });

  it("a retry says the same, signed anew or with the first attempt's timestamp", async () => {
    await start(20);
    receiver.replyWith((delivery, before) => (before.some(({ body }) => body === delivery.body) ? 200 : 500));
    await sandbox.subscribe(receiver.url);
    await sandbox.play("finished", { seed: "both" });
    const { delivered } = await sandbox.settled();
    const attempts = [...Map.groupBy(receiver.deliveries, ({ body }) => body).values()];
    expect(attempts).toHaveLength(delivered);
    const times = attempts.map((copies) => new Set(copies.slice(0, 2).map(({ t }) => t)).size);
    expect(new Set(times)).toEqual(new Set([1, 2]));
  });
});

describe("Authentication: Webhook signature", () => {
  it("deliveries go over HTTPS, to a receiver whose certificate is trusted and to no other", async () => {
    const secure = await startReceiver(TLS);
    const trusted = getCACertificates("default");
    await start(10_000);
    await sandbox.subscribe(secure.url.replace("127.0.0.1", "localhost"), CREATED);
    await sandbox.play("pending-upload", { seed: "untrusted" });
    expect(await sandbox.settled()).toMatchObject({ delivered: 0, failed: 1 });
    expect(secure.deliveries).toEqual([]);
    setDefaultCACertificates([...trusted, CA]);
    try {
      await sandbox.play("pending-upload", { seed: "trusted" });
      expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 1 });
      expect(secure.deliveries[0]).toMatchObject({ method: "POST", signature: expect.stringMatching(/^t=\d+,v1=/) });
    } finally {
      setDefaultCACertificates(trusted);
      await secure.close();
    }
  });
});

describe("Limits", () => {
  const waits = (timeScale: number) => [0, 1, 2, 3, 4, 5].map((failures) => retryDelay(failures, timeScale));

  it("retry schedule: waits of 30, 60, 120, 240 and 480 s, so that the last one comes 15.5 min after the first failure", async () => {
    expect(waits(1)).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, null]);
    expect(waits(1).reduce((sum: number, wait) => sum + (wait ?? 0), 0)).toBe(15.5 * 60_000);
    expect(waits(100)).toEqual([300, 600, 1_200, 2_400, 4_800, null]);
    await deliverOne(() => 500, 2_000);
    const gaps = receiver.deliveries.slice(1).map(({ at }, index) => at - (receiver.deliveries[index]?.at ?? 0));
    [15, 30, 60, 120, 240].forEach((wait, index) => {
      // A clock of milliseconds can read up to one millisecond less.
      expect(gaps[index]).toBeGreaterThanOrEqual(wait - 1);
    });
  });

  it("receiver response time: a response slower than 30 s counts as a failure", async () => {
    expect([1, 5].map((scale) => receiverTimeouts(scale).answerMs)).toEqual([30_000, 6_000]);
    const never: Reply = (_, before) => (before.length === 0 ? null : 200);
    expect(await deliverOne(never)).toEqual({ ...DELIVERED, attempts: 2 });
    expect(await lastError()).toEqual([{ failures: 1, last_error: "no answer in time" }]);
  });
});

describe("Errors: Causes of missing or rejected webhook deliveries", () => {
  it("4: the webhook is disabled (visible through GET `/v2/webhooks`)", async () => {
    await start(10_000);
    const { id: webhook } = await sandbox.subscribe(receiver.url, CREATED);
    const enable = (enabled: boolean) => sandbox.call("PUT", `/sandbox/webhooks/${webhook}`, { body: { enabled } });
    await enable(false);
    expect((await sandbox.call("GET", "/v2/webhooks")).body.data).toMatchObject([{ id: webhook, enabled: false }]);
    await sandbox.play("finished");
    await enable(true);
    expect((await sandbox.call("GET", "/v2/webhooks")).body.data).toMatchObject([{ id: webhook, enabled: true }]);
    const id = await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 0 });
    expect(new Set(receiver.deliveries.map(({ data }) => data.verification_id))).toEqual(new Set([id]));
  });
});
