import { beforeEach, describe, expect, it, vi } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { masterKey, receiverSecret } from "./vault.ts";

const OLD = "the master secret that was there before";
const NEW = "the master secret that is deployed next";

const database = await ownDatabase();
const { pool } = database;

/** A process started with these master secrets, with its own caches. */
async function started(secrets: string, receiverSecrets?: string) {
  vi.resetModules();
  vi.stubEnv("COTEJO_SECRET", secrets || undefined);
  vi.stubEnv("COTEJO_RECEIVER_SECRET", receiverSecrets);
  vi.stubEnv("SVC_API_KEY", "svc_sk_live_first");
  const { createKeySource, isCurrentKey } = await import("./dashboard-keys.ts");
  const { addPendingKey, forgetKey, openKey } = await import("./dashboard-keys.ts");
  const { openSecret, sealSecret } = await import("./vault.ts");
  const { moveToFirstMaster } = await import("./vault.ts");
  const { createMarkKey, markOf } = await import("#lib/core/server/inbox/erasure-marks.ts");
  return {
    currentKey: createKeySource(database),
    isCurrentKey: (value: string) => isCurrentKey(value, database),
    addPendingKey,
    forgetKey,
    openKey,
    openSecret,
    sealSecret,
    move: () => moveToFirstMaster(database),
    createMarkKey: () => createMarkKey(database),
    markOf: (id: string) => markOf(pool, id),
  };
}

beforeEach(async () => {
  await pool.query("DELETE FROM dashboard_keys; DELETE FROM vault_secrets");
});

describe("the master secret", () => {
  it("is replaced: everything works with the new one alone, and the key is known by its fingerprint", async () => {
    const before = await started(OLD);
    expect(await before.currentKey()).toBe("svc_sk_live_first");
    const webhook = await before.sealSecret(pool, { kind: "webhook_secret", owner: "rcv", value: "whsec_1" });
    const pending = await before.addPendingKey(pool, { service_key_id: "ak_2", name: "two", value: "svc_sk_live_two" });
    const gone = await before.addPendingKey(pool, { service_key_id: "ak_3", name: "three", value: "svc_sk_live_3" });
    await before.forgetKey(pool, gone, "refused");
    await before.createMarkKey();
    const mark = await before.markOf("ver_1");

    const both = await started(`${NEW},${OLD}`);
    expect(await both.isCurrentKey("svc_sk_live_first")).toBe(true);
    expect(await Promise.all([both.move(), both.move()])).toContainEqual({ secrets: 4, fingerprints: 2 });
    expect(await both.move()).toEqual({ secrets: 0, fingerprints: 0 });

    const after = await started(NEW);
    expect(await after.currentKey()).toBe("svc_sk_live_first");
    expect(await after.isCurrentKey("svc_sk_live_first")).toBe(true);
    expect(await after.openKey(pool, pending)).toBe("svc_sk_live_two");
    expect(await after.openSecret(pool, webhook)).toBe("whsec_1");
    expect(await after.markOf("ver_1")).toEqual(mark);
    expect(await after.move()).toEqual({ secrets: 0, fingerprints: 0 });
  });

  it("removed too early is named in an error, and nothing changes", async () => {
    await (await started(OLD)).currentKey();
    const rows = async () => (await pool.query("SELECT * FROM vault_secrets")).rows;
    const before = await rows();
    const early = await started(NEW);
    await expect(early.move()).rejects.toMatchObject({ name: "VaultError" });
    await expect(early.move()).rejects.toThrow(/add that one as the second/);
    expect(await rows()).toEqual(before);
  });

  it("that is still first in other processes may encrypt further rows: the next run moves them too", async () => {
    const both = await started(`${NEW},${OLD}`);
    await both.move();
    const late = await started(`${OLD},${NEW}`);
    const webhook = await late.sealSecret(pool, { kind: "webhook_secret", owner: "rcv", value: "whsec_late" });
    expect(await (await started(`${NEW},${OLD}`)).move()).toMatchObject({ secrets: 1 });
    expect(await (await started(NEW)).openSecret(pool, webhook)).toBe("whsec_late");
  });
});

describe("the receiver, with keys derived from the master secret", () => {
  const KINDS = ["api_key", "totp_secret", "review_key", "webhook_secret", "erasure_key"] as const;
  const sealAll = async (secrets: string) => {
    const { sealSecret } = await started(secrets);
    const ids = await Promise.all(KINDS.map((kind) => sealSecret(pool, { kind, owner: kind, value: `a ${kind}` })));
    return KINDS.map((kind, index) => ({ kind, id: ids[index] ?? "" }));
  };
  /** Whether a process with these secrets opens each value. */
  const opened = async (receiverSecrets: string, sealed: { kind: string; id: string }[]) => {
    const { openSecret } = await started("", receiverSecrets);
    const values = sealed.map(({ id }) => openSecret(pool, id).catch(() => null));
    return Object.fromEntries((await Promise.all(values)).map((value, index) => [sealed[index]?.kind, value]));
  };
  const NEEDED = { webhook_secret: "a webhook_secret", erasure_key: "a erasure_key" };
  const NOTHING = { api_key: null, totp_secret: null, review_key: null };

  it("opens webhook secrets and the key of erasure marks, and nothing else", async () => {
    const sealed = await sealAll(OLD);
    expect(await opened(receiverSecret(OLD), sealed)).toEqual({ ...NOTHING, ...NEEDED });
    expect(await opened(receiverSecret(NEW), sealed)).toEqual({ ...NOTHING, webhook_secret: null, erasure_key: null });
  });

  it("opens values sealed by an older version once the worker has made the copies, which that version still opens", async () => {
    const sealed = await sealAll(OLD);
    await pool.query(
      "UPDATE vault_secrets SET receiver_master_id = NULL, receiver_nonce = NULL, receiver_ciphertext = NULL",
    );
    expect(await opened(receiverSecret(OLD), sealed)).toMatchObject({ webhook_secret: null });
    expect(await (await started(OLD)).move()).toMatchObject({ secrets: 2 });
    expect(await opened(receiverSecret(OLD), sealed)).toEqual({ ...NOTHING, ...NEEDED });
    const { rows } = await pool.query<{ id: string }>("SELECT id FROM vault_secrets WHERE master_id <> $1", [
      masterKey(OLD).id,
    ]);
    expect(rows).toEqual([]);
  });

  it("needs the new one alone once the worker has moved to a new master secret", async () => {
    const sealed = await sealAll(OLD);
    expect(await opened(`${receiverSecret(NEW)},${receiverSecret(OLD)}`, sealed)).toMatchObject(NEEDED);
    await (await started(`${NEW},${OLD}`)).move();
    expect(await opened(receiverSecret(NEW), sealed)).toEqual({ ...NOTHING, ...NEEDED });
  });
});
