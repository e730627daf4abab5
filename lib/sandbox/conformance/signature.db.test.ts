import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { observeService } from "#lib/sandbox/testing/observed.ts";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";

const service = await observeService(["finished-again"]);

describe("Authentication: Webhook signature", () => {
  it("every delivery is a `POST` with the header `Svc-Signature` of the shape `t=<unix_timestamp>,v1=<hex_signature>`", () => {
    expect(service.receiver.deliveries.length).toBeGreaterThan(50);
    for (const { method, contentType, signature } of service.receiver.deliveries) {
      expect([method, contentType]).toEqual(["POST", "application/json"]);
      expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    }
  });

  it("step 1: `t` is the Unix timestamp of signing", () => {
    for (const { t, at, data } of service.receiver.deliveries) {
      // A copy carries the signature of the first delivery, which was sent a little earlier.
      expect(t * 1000).toBeLessThanOrEqual(at);
      expect(at - t * 1000).toBeLessThan(60_000);
      for (const [field, time] of Object.entries(data)) {
        if (field.endsWith("_at")) expect(Date.parse(String(time))).toBeLessThan((t + 1) * 1000);
      }
    }
  });

  it("steps 2 to 4: an independent implementation of the scheme verifies the deliveries, and refuses changed ones", () => {
    const { secret } = service.webhook;
    const refused = Stripe.errors.StripeSignatureVerificationError;
    const { deliveries } = service.receiver;
    expect(deliveries.filter(({ body }) => body.includes("Año Ñandú 🏛")).length).toBeGreaterThan(50);
    for (const { signature, body } of deliveries) {
      expect(Stripe.webhooks.constructEvent(body, signature, secret)).toEqual(JSON.parse(body));
      expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(refused);
      expect(() => Stripe.webhooks.constructEvent(body, signature, `${secret}0`)).toThrow(refused);
    }
  });

  it("each webhook has its own secret; the secret of a different webhook gives a mismatch", async () => {
    const other = await startReceiver();
    const { id: webhook, secret } = await service.sandbox.subscribe(other.url, ["verification.v2.created"]);
    const [mine] = await service.deliveriesOf(await service.sandbox.play("pending-upload"), "verification.v2.created");
    const { body, signature } = other.deliveries[0] ?? { body: "", signature: "" };
    expect([mine?.body, mine?.signature]).toEqual([body, expect.not.stringContaining(signature)]);
    expect(Stripe.webhooks.constructEvent(body, signature, secret)).toEqual(JSON.parse(body));
    expect(() => Stripe.webhooks.constructEvent(body, signature, service.webhook.secret)).toThrow();
    await service.sandbox.call("DELETE", `/v2/webhooks/${webhook}`);
    await other.close();
  });

  it("the signature is unique per delivered event, even where two events say the same", async () => {
    const id = await service.sandbox.play("finished");
    await service.sandbox.change(id, { kind: "reopened" }, { kind: "finished", run_id: "again", findings: [] });
    expect(await service.deliveriesOf(id, "verification.v2.finished")).toHaveLength(1);
    const alike = service.receiver.deliveries.filter(
      (one) => one.data.verification_id === id && one.event_name === "verification.v2.finished",
    );
    expect(new Set(alike.map(({ signature }) => signature)).size).toBe(2);
  });
});
