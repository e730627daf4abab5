/** @module-tag conformance */
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Received, startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

const DOCUMENTS = "verification.v2.document_status_updated";

let sandbox: TestSandbox;
let receiver: TestReceiver;
let secret: string;

async function start(timeScale: number): Promise<void> {
  sandbox = await startTestSandbox(timeScale);
  secret = (await sandbox.subscribe(receiver.url)).secret;
}
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sandbox.end();
  await receiver.close();
});

const fault = async (body: object) =>
  expect((await sandbox.call("POST", "/sandbox/faults", { body })).status).toBe(201);
const state = async () => (await sandbox.call("GET", "/sandbox/state")).body;
const firstOf = (deliveries: readonly Received[]) => [...new Map(deliveries.map((one) => [one.body, one])).values()];
const isAuthentic = ({ t, body, signature }: Received) =>
  signature === `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;

describe("a delivery", () => {
  it("never arrives if it is lost, and counts as failed at once", async () => {
    await start(1_000);
    await fault({ kind: "delivery_lost", event: DOCUMENTS, count: 1 });
    const id = await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 1 });
    expect(firstOf(receiver.deliveries).map(({ event_name }) => event_name)).toEqual(["verification.v2.created"]);
    expect((await state()).faults).toEqual([]);
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await sandbox.settled();
    expect(receiver.deliveries.at(-1)?.data).toMatchObject({ previous_documents_status: "pending_upload" });
  });

  it("is lost to every webhook", async () => {
    await start(1_000);
    await sandbox.subscribe(receiver.url);
    await fault({ kind: "delivery_lost", count: 1 });
    await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 2, failed: 2 });
  });

  it("is overtaken if it is delayed", async () => {
    await start(10);
    await fault({ kind: "delivery_delayed", event: "verification.v2.created", delay_ms: 3_000 });
    await sandbox.play("pending-upload", { seed: "delayed" });
    await receiver.has(2);
    expect(receiver.deliveries.map(({ event_name }) => event_name)).toEqual([DOCUMENTS, "verification.v2.created"]);
  });

  it("arrives a second time with the same signature if it is duplicated", async () => {
    await start(1_000);
    await fault({ kind: "delivery_duplicated", count: null });
    await sandbox.play("pending-upload", { seed: "duplicated" });
    await sandbox.settled();
    expect(receiver.deliveries).toHaveLength(4);
    expect(new Set(receiver.deliveries.map(({ signature }) => signature)).size).toBe(2);
    expect((await state()).faults).toMatchObject([{ kind: "delivery_duplicated", met: 2, count: null }]);
  });

  it("is signed with another secret at each attempt if it is forged, and fails for good", async () => {
    await start(5_000);
    receiver.replyWith((delivery) => (isAuthentic(delivery) ? 200 : 400));
    await fault({ kind: "delivery_forged", event: DOCUMENTS });
    await sandbox.play("pending-upload", { seed: "forged" });
    expect(await sandbox.settled()).toMatchObject({ delivered: 1, failed: 1 });
    const attempts = receiver.deliveries.filter(({ event_name }) => event_name === DOCUMENTS);
    expect(attempts).toHaveLength(6);
    expect(attempts.filter(isAuthentic)).toEqual([]);
  });

  it("is normal for other verifications than the named one", async () => {
    await start(1_000);
    await fault({ kind: "delivery_lost", verification_id: "ver_another", count: null });
    await sandbox.play("pending-upload");
    expect(await sandbox.settled()).toMatchObject({ delivered: 2, failed: 0 });
  });
});

describe("scenarios of deliveries", () => {
  const changesOf = () =>
    firstOf(receiver.deliveries)
      .filter(({ event_name }) => event_name === DOCUMENTS)
      .map(({ data }) => data)
      .sort((a, b) => String(a.updated_at).localeCompare(String(b.updated_at)));

  it("delivery-gap: a change starts from a status that no event announced", async () => {
    await start(1_000);
    await sandbox.play("delivery-gap");
    expect((await sandbox.settled()).failed).toBe(1);
    const changes = changesOf();
    const gaps = changes.filter(
      ({ previous_documents_status: previous }, index) => previous !== (changes[index - 1]?.documents_status ?? null),
    );
    expect(gaps).toMatchObject([{ documents_status: "pending_external", previous_documents_status: "partial_upload" }]);
  });

  it("delivery-late: a change comes after the one that follows it", async () => {
    await start(20);
    await sandbox.play("delivery-late");
    await sandbox.settled();
    const arrived = firstOf(receiver.deliveries).filter(({ event_name }) => event_name === DOCUMENTS);
    expect(arrived.at(-1)?.data).toMatchObject({ documents_status: "partial_upload" });
  });

  it("delivery-duplicated and delivery-shuffled: the same events, repeated or in another order", async () => {
    await start(1_000);
    await sandbox.play("delivery-duplicated");
    await sandbox.settled();
    expect(receiver.deliveries.length - firstOf(receiver.deliveries).length).toBeGreaterThanOrEqual(12);
    expect((await state()).faults).toEqual([]);
    await sandbox.end();
    receiver.deliveries.length = 0;
    await start(20);
    await sandbox.play("delivery-shuffled", { seed: "order" });
    await sandbox.settled();
    expect(receiver.deliveries[0]?.event_name).not.toBe("verification.v2.created");
  });

  it("leave no active fault, with or without a receiver", async () => {
    sandbox = await startTestSandbox(1_000);
    for (const scenario of ["delivery-gap", "delivery-late", "delivery-shuffled", "delivery-forged"]) {
      await sandbox.play(scenario);
    }
    expect((await state()).faults).toEqual([]);
  });

  it("spread over time get their fault at the right event", async () => {
    // Some real seconds, so that even a slow machine reads the state before the fault is applied.
    await start(60);
    await sandbox.play("delivery-gap", { seconds: 300 });
    expect((await state()).faults).toMatchObject([{ kind: "delivery_lost" }]);
    await vi.waitFor(
      async () => {
        const [play] = (await state()).played;
        expect(play).toMatchObject({ steps_to_come: 0, deliveries: { pending: 0, failed: 1 } });
      },
      { timeout: 60_000 },
    );
    expect((await state()).faults).toEqual([]);
  });
});
