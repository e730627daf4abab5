import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readErasureLog } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import { refreshTasks } from "#lib/core/server/refresh/tasks.ts";
import { reportCall } from "#lib/core/server/service-calls/take-call.ts";
import { createKeySource } from "#lib/core/server/vault/dashboard-keys.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { adoptKey, isOtherKeyOffered } from "./own-key.ts";

/** The value of `SVC_API_KEY`; the environment is read once a process, so the tests change it where it is read. */
const offered = vi.hoisted(() => ({ key: "" }));
vi.mock(import("#lib/platform/server/base/env.ts"), async (original) => {
  const module = await original();
  return { ...module, env: () => ({ ...module.env(), SVC_API_KEY: offered.key }) };
});

const backups = temporaryFolder("cotejo-own-key-");
let connected: ConnectedService;
let verificationId: string;
let accountId: string;
let stored: string;

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  vi.stubEnv("BACKUP_DIR", backups);
  verificationId = await connected.service.play("finished");
  accountId = (await connected.service.call("GET", `/verifications/${verificationId}`)).body.account_id;
});
afterAll(() => connected.end());

/** The dashboard runs on a key that the service has revoked since. */
beforeEach(async () => {
  await connected.reset();
  stored = offered.key = connected.service.apiKey();
  expect(await currentKey()).toBe(stored);
  offered.key = (await connected.service.replaceKey()).api_key;
});

/** The key as another process reads it, without a cache. */
const currentKey = () => createKeySource(connected.other)();
const adopt = (from = connected.database) =>
  adoptKey(
    connected.client(() => stored),
    from,
  );
/** Adopts as an admin does, who may have entered a key. */
const decide = (options: Parameters<typeof adoptKey>[2]) =>
  adoptKey(
    connected.client(() => stored),
    connected.database,
    options,
  );
const know = (account = accountId, id = verificationId) => connected.knowFromEvents(id, account);

const keys = () =>
  connected.query<{ state: string }>(
    "SELECT state, source, retired_at IS NULL AS kept FROM dashboard_keys ORDER BY created_at",
  );

async function createKey(id: string, permission: "full" | "read"): Promise<string> {
  const { body } = await connected.service.call("POST", "/sandbox/api-keys", {
    body: { id: `${id} ${Math.random()}`, permission },
  });
  return body.api_key;
}

describe("a changed SVC_API_KEY", () => {
  it("becomes current once it lists the keys and reads a verification of our account", async () => {
    await know();
    expect(await isOtherKeyOffered(connected.database)).toBe(true);
    expect(await adopt()).toEqual({ outcome: "adopted" });
    expect(await currentKey()).toBe(offered.key);
    // A restore from an older backup finds the key there.
    expect((await readErasureLog(backups)).apiKey?.value).toBe(offered.key);
    expect(await keys()).toEqual([
      { state: "retired", source: "environment", kept: false },
      { state: "current", source: "environment", kept: true },
    ]);
    expect(await isOtherKeyOffered(connected.database)).toBe(false);
  });

  it("is adopted by one of two workers that find it at once", async () => {
    await know();
    await Promise.all([adopt(), adopt(connected.other)]);
    expect(await keys()).toHaveLength(2);
    expect(await connected.query("SELECT FROM vault_secrets")).toHaveLength(2);
  });

  it("is not adopted while the stored key works, or while the service does not answer", async () => {
    await know();
    stored = await createKey("still good", "full");
    expect(await adopt()).toEqual({ outcome: "unneeded" });
    stored = "svc_sk_live_revoked";
    await connected.fault({ kind: "status", status: 500, count: 3 });
    expect(await adopt()).toEqual({ outcome: "unneeded" });
    expect(await keys()).toHaveLength(1);
  });
});

describe("another key is refused, with the reason,", () => {
  const refused = async (reason: string) => {
    expect(await adopt()).toEqual({ outcome: "refused", reason });
    expect(await keys()).toEqual([{ state: "current", source: "environment", kept: true }]);
    expect(await currentKey()).toBe(stored);
  };

  it("if the service refuses it too", async () => {
    await know();
    offered.key = "svc_sk_live_mistyped";
    await refused("not_accepted");
  });

  it("if it lacks the permission", async () => {
    await know();
    await connected.fault({ kind: "status", status: 403, path: "/verifications/*" });
    await refused("not_permitted");
  });

  it("if it reads our verification as another account's", async () => {
    await know("acc_of_somebody_else");
    await refused("other_account");
  });

  it("if it reads none of our verifications", async () => {
    for (const id of ["ver_1", "ver_2"]) await know(accountId, id);
    await refused("other_account");
  });

  it("if the service cannot be reached, and it is tried again", async () => {
    await know();
    await connected.fault({ kind: "status", status: 500, count: 3, path: "/verifications/*" });
    await refused("service_unavailable");
    expect(await adopt()).toEqual({ outcome: "adopted" });
  });

  it("if no verification is known for a proof, until an admin confirms it", async () => {
    await refused("unconfirmed");
    expect(await decide({ confirmed: true })).toEqual({ outcome: "adopted" });
    expect(await currentKey()).toBe(offered.key);
  });

  it("even if confirmed, if a known verification contradicts it", async () => {
    await know("acc_of_somebody_else");
    expect(await decide({ confirmed: true })).toEqual({ outcome: "refused", reason: "other_account" });
  });
});

describe("a key entered by an admin", () => {
  const entered = async () => {
    const value = await createKey("entered", "full");
    offered.key = "";
    return value;
  };

  it("becomes current by the same proof", async () => {
    await know();
    const value = await entered();
    expect(await decide({ entered: value })).toEqual({ outcome: "adopted" });
    expect(await currentKey()).toBe(value);
    expect((await keys()).map(({ state, ...key }) => ({ state, ...key }))).toMatchObject([
      { state: "retired", source: "environment" },
      { state: "current", source: "admin" },
    ]);
  });

  it("is confirmed if no verification is known yet", async () => {
    const value = await entered();
    expect(await decide({ entered: value })).toEqual({ outcome: "refused", reason: "unconfirmed" });
    expect(await decide({ entered: value, confirmed: true })).toEqual({ outcome: "adopted" });
  });

  it("is not adopted while the stored one works", async () => {
    await know();
    const value = await entered();
    stored = await createKey("still good", "full");
    expect(await decide({ entered: value, confirmed: true })).toEqual({ outcome: "unneeded" });
    expect(await keys()).toHaveLength(1);
  });

  it("is not accepted if it is the refused one itself, or invented", async () => {
    await know();
    for (const value of [stored, "svc_sk_live_made_up"]) {
      expect(await decide({ entered: value })).toEqual({ outcome: "refused", reason: "not_accepted" });
    }
  });

  it("is missing if none is entered and SVC_API_KEY holds none", async () => {
    offered.key = "";
    expect(await decide({})).toEqual({ outcome: "refused", reason: "none_offered" });
    expect(await isOtherKeyOffered(connected.database)).toBe(false);
  });
});

describe("a verification that the service has forgotten", () => {
  it("does not matter while others are known", async () => {
    await know();
    await know(accountId, "ver_forgotten");
    await connected.query(
      "UPDATE verification_summaries SET last_activity_at = now() WHERE verification_id = 'ver_forgotten'",
    );
    expect(await adopt()).toEqual({ outcome: "adopted" });
  });
});

describe("the worker", () => {
  const { signal } = new AbortController();
  const opened: Database[] = [];
  const worker = () => {
    const own = openDatabase(connected.databaseUrl, { name: "a worker" });
    opened.push(own);
    const task = refreshTasks(own).find(({ name }) => name === "a changed SVC_API_KEY");
    return () => task?.run(signal);
  };
  // Closed only after each test: a worker records failed calls a moment later, which makes the check due.
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())));
  const minutePasses = () => connected.query("UPDATE service_budget SET key_probed_at = now() - interval '1 minute'");

  it("has the stored key checked soon after its start, since it may have been revoked meanwhile", async () => {
    // Must be the first of these tests: refused calls of the others make the check due a second later.
    await connected.query(
      "INSERT INTO connection_checks (due_at, checked_at) VALUES (now() + interval '2 minutes', now() - interval '1 minute')",
    );
    const due = async () => (await connected.query("SELECT FROM connection_checks WHERE due_at <= now()")).length;
    const run = worker();
    await run();
    expect(await due()).toBe(1);
    await connected.query("UPDATE connection_checks SET due_at = now() + interval '2 minutes'");
    await run();
    expect(await due()).toBe(0);
  });

  it("adopts another key after a refusal, and names the reason once if it cannot", async () => {
    const run = worker();
    const calls = await connected.countCalls("/api-keys");
    await run();
    expect(await calls()).toBe(0);
    await reportCall(connected.database, "refused");
    await expect(run()).rejects.toThrow(/SVC_API_KEY does not replace it: no verification is known/);
    // One call with the stored key, one with the offered key.
    expect(await calls()).toBe(2);
    await run();
    expect(await calls()).toBe(2);
    await minutePasses();
    await run();
    expect(await calls()).toBe(4);
    await know();
    await run();
    expect(await currentKey()).toBe(stored);
    await minutePasses();
    await run();
    expect(await currentKey()).toBe(offered.key);
  });

  it("tries at its start, and otherwise one of several workers tries within a minute", async () => {
    await reportCall(connected.database, "refused");
    const several = [worker(), worker()];
    for (const run of several) await expect(run()).rejects.toThrow();
    await know();
    for (const run of several) await run();
    expect(await currentKey()).toBe(stored);
    await worker()();
    expect(await currentKey()).toBe(offered.key);
  });
});
