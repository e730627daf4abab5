import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

let sandbox: TestSandbox;
let receiver: TestReceiver;
let secret: string;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
  receiver = await startReceiver();
  secret = (await sandbox.subscribe(receiver.url)).secret;
  await sandbox.play("finished-again", { seed: "signed", tag: "Año Ñandú 🏛" });
  await sandbox.settled();
});
afterAll(async () => {
  await sandbox.end();
  await receiver.close();
});

describe("Authentication: Webhook signature", () => {
  it("every delivery is a `POST` with the header `Svc-Signature` of the shape `t=<unix_timestamp>,v1=<hex_signature>`", () => {
    expect(receiver.deliveries.length).toBeGreaterThan(50);
    for (const { method, contentType, signature } of receiver.deliveries) {
      expect([method, contentType]).toEqual(["POST", "application/json"]);
      expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    }
  });

  it("step 1: `t` is the Unix timestamp of signing", () => {
    for (const { t, at, data } of receiver.deliveries) {
      // A copy carries the signature of the first, which was sent a little before.
      expect(t * 1000).toBeLessThanOrEqual(at);
      expect(at - t * 1000).toBeLessThan(10_000);
      for (const [field, time] of Object.entries(data)) {
        if (field.endsWith("_at")) expect(Date.parse(String(time))).toBeLessThan((t + 1) * 1000);
      }
    }
  });

  it("steps 2 to 4: an independent implementation of the scheme verifies the deliveries, and refuses changed ones", () => {
    expect(receiver.deliveries.filter(({ body }) => body.includes("Año Ñandú 🏛")).length).toBeGreaterThan(50);
    const refused = Stripe.errors.StripeSignatureVerificationError;
    for (const { signature, body } of receiver.deliveries) {
      expect(Stripe.webhooks.constructEvent(body, signature, secret)).toEqual(JSON.parse(body));
      expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(refused);
      expect(() => Stripe.webhooks.constructEvent(body, signature, `${secret}0`)).toThrow(refused);
    }
  });

  it("each webhook has its own secret; the secret of a different webhook gives a mismatch", async () => {
    const other = await startReceiver();
    const { id, secret: otherSecret } = await sandbox.subscribe(other.url, ["verification.v2.created"]);
    await sandbox.play("pending-upload");
    await sandbox.settled();
    const { body, signature } = other.deliveries[0] ?? { body: "", signature: "" };
    const mine = receiver.deliveries.find((delivery) => delivery.body === body);
    expect(mine?.signature).not.toBe(signature);
    expect(Stripe.webhooks.constructEvent(body, signature, otherSecret)).toEqual(JSON.parse(body));
    expect(() => Stripe.webhooks.constructEvent(body, signature, secret)).toThrow();
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    await other.close();
  });

  it("the signature is unique per delivered event, even where two events say the same", async () => {
    const events = ["verification.v2.finished"];
    const alone = await startReceiver();
    const { id } = await sandbox.subscribe(alone.url, events);
    const verification = await sandbox.play("finished");
    const again = [{ kind: "reopened" }, { kind: "finished", run_id: "again", findings: [] }];
    await sandbox.change(verification, ...again);
    await sandbox.settled();
    expect(new Set(alone.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(alone.deliveries.map(({ signature }) => signature)).size).toBe(2);
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    await alone.close();
  });
});
