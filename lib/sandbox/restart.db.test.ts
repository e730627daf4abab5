import { describe, expect, it, vi } from "vitest";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { ownSandbox, startTestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { story } from "#lib/sandbox/testing/stories.ts";

const sandbox = await ownSandbox();

describe("a restart", () => {
  it("keeps keys, webhooks with their secrets, verifications, people and scheduled changes", async () => {
    const receiver = await startReceiver();
    const { secret: _, ...webhook } = await sandbox.subscribe(receiver.url, ["verification.v2.finished"]);
    const key = (await sandbox.call("POST", "/api-keys", { body: { id: "survivor" } })).body.api_key;
    const id = await sandbox.play("finished-high-findings");
    await sandbox.play("finished", { seconds: 80_000 });
    const everything = async () => ({
      keys: (await sandbox.call("GET", "/api-keys", { key })).body,
      webhooks: (await sandbox.call("GET", "/v2/webhooks", { key })).body,
      verification: await sandbox.read(id),
      people: JSON.parse(JSON.stringify(await sandbox.people(id)).replace(/,"curp_file":"[^"]+"/g, "")),
      // The first steps of a new story are due at once.
      deliveries: { ...(await sandbox.settled()), steps_to_come: null },
      secrets: await sandbox.query("SELECT id, secret FROM sandbox.webhook ORDER BY id"),
    });
    const before = await everything();
    const file = new URL((await sandbox.people(id))[0].external_identities.curp.curp_file);
    await sandbox.stop();
    await sandbox.restart();
    expect(await everything()).toEqual(before);
    expect(before.webhooks.data).toContainEqual(webhook);
    expect((await sandbox.settled()).steps_to_come).toBeGreaterThan(20);
    // A URL signed before the restart stays valid until it expires.
    const { status } = await fetch(`${sandbox.url()}${file.pathname}${file.search}`);
    expect([200, 403]).toContain(status);
    await receiver.close();
  });

  it("continues from now after a downtime, and keeps the time of steps that are played at that moment", async () => {
    await sandbox.play("finished", { seconds: 80_000 });
    await sandbox.stop();
    await sandbox.query("UPDATE sandbox.step SET due_at = due_at - interval '3 days'");
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await sandbox.queryDuring("UPDATE sandbox.step SET due_at = now() + interval '1 hour'", async () => {
      await sandbox.restart();
      await vi.waitFor(async () => expect(await sandbox.query(waiting)).not.toEqual([]), { timeout: 30_000 });
    });
    await vi.waitFor(async () => expect(await sandbox.query(waiting)).toEqual([]), { timeout: 30_000 });
    const later = "SELECT FROM sandbox.step WHERE due_at > now() + interval '1 day'";
    expect(await sandbox.query(later)).toEqual([]);
    await sandbox.query("DELETE FROM sandbox.step");
  });

  it("continues the retries of a delivery", async () => {
    const receiver = await startReceiver();
    receiver.replyWith(() => 500);
    const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    const { failed } = await sandbox.settled();
    await sandbox.play("pending-upload", { seed: "retried over a restart" });
    await receiver.has(2);
    await sandbox.stop();
    const before = receiver.deliveries.length;
    await sandbox.restart();
    expect((await sandbox.settled()).failed).toBe(failed + 1);
    expect(before).toBeLessThan(6);
    // An attempt without a recorded outcome is repeated: delivery is at least once.
    expect([6, 7]).toContain(receiver.deliveries.length);
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    await receiver.close();
  });
});

describe("the data", () => {
  it("are the same for the same seed, and different for another seed", async () => {
    expect(story("finished", "a")).toEqual(story("finished", "a"));
    expect(story("finished", "a")).not.toEqual(story("finished", "b"));
    const other = await startTestSandbox(1_000);
    const ids = [await sandbox.play("finished", { seed: "same" }), await other.play("finished", { seed: "same" })];
    expect(ids[0]).toBe(ids[1]);
    const [mine, theirs] = [await sandbox.read(ids[0] ?? ""), await other.read(ids[1] ?? "")];
    expect([mine.company, mine.findings.items]).toEqual([theirs.company, theirs.findings.items]);
    await other.end();
  });
});
