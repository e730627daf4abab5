import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readErasureLog } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import type { KeyService } from "#lib/core/server/provisioning/resource.ts";
import { inWorld, type World } from "#lib/core/server/provisioning/testing/keys-world.ts";
import { refused, timedOut } from "#lib/core/server/service/service-error.ts";
import { isKeyRefused, reportCall, reportKeyRefused } from "#lib/core/server/service-calls/take-call.ts";
import { createKeySource, switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { resumeRotation, startRotation } from "./commands.ts";
import { runRotation } from "./run.ts";
import type { Context } from "./steps.ts";

let world: World;

const backups = temporaryFolder("cotejo-rotation-");
beforeAll(() => {
  vi.stubEnv("BACKUP_DIR", backups);
});
inWorld((started) => {
  world = started;
});
beforeEach(() => world.begin());

const usual = (): Context => world.engines[0];

/** The usual service with some changed answers. */
const answering = (change: (service: KeyService, apiKey: string) => Partial<KeyService>): Context => ({
  ...usual(),
  serviceWith(apiKey) {
    const service = usual().serviceWith(apiKey);
    return { ...service, ...change(service, apiKey) };
  },
});

const nameless = () =>
  answering((service) => ({
    listApiKeys: async () => (await service.listApiKeys()).map((key) => ({ ...key, name: null })),
  }));

/** Every key but the first is answered with this status. */
const listingFailsWith = (status: number) =>
  answering((_, apiKey) =>
    apiKey === world.firstKey()
      ? {}
      : { listApiKeys: () => Promise.reject(refused("GET", status, { code: null, message: null }, undefined)) },
  );

const rotate = async (context = usual()) => {
  await startRotation({}, context);
  await runRotation(context);
  return world.newest();
};

describe("an attempt whose answer is lost", () => {
  it("is cleaned up before the next is made: there are never three keys", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 3 });
    const names: string[][] = [];
    const watching = answering((service) => ({
      async createApiKey(name) {
        names.push(await world.names());
        return service.createApiKey(name);
      },
    }));
    expect((await rotate(watching)).state).toBe("done");
    expect(names).toEqual(Array(4).fill(["Backend", "cotejo-dashboard"]));
  });

  it("ends the rotation when it happens repeatedly, with the key unchanged", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 5 });
    expect(await rotate()).toMatchObject({ state: "abandoned", problem: "OUTCOME_UNKNOWN" });
    expect(await world.currentKey()).toBe(world.firstKey());
    expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
  });

  it("is found by a repeated search if its key appears after the end", async () => {
    const labels: string[] = [];
    const forgetful = answering((service) => ({
      createApiKey(name) {
        labels.push(name);
        return labels.length === 1 ? Promise.reject(timedOut("POST")) : service.createApiKey(name);
      },
    }));
    expect((await rotate(forgetful)).state).toBe("done");
    const apiKey = await world.currentKey();
    expect((await world.service.call("POST", "/api-keys", { body: { id: labels[0] }, key: apiKey })).status).toBe(201);
    expect(await world.names()).toHaveLength(3);
    await world.fault({ kind: "status", status: 500, count: 3 });
    await expect(world.deleteLateKeys()).rejects.toThrow();
    expect(await world.names()).toHaveLength(3);
    expect(await world.deleteLateKeys()).toBe(1);
    expect(await world.names()).toHaveLength(2);
    expect(await world.isKnown(await world.currentKey())).toBe(true);
  });

  it("is searched daily, and no more after a week", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    await rotate();
    const lookAt = async () =>
      (
        await world.query<{ days: number | null }>(
          "SELECT round(extract(epoch FROM look_at - now()) / 86400)::int AS days FROM creation_attempts",
        )
      )[0]?.days;
    expect(await lookAt()).toBe(0);
    await world.deleteLateKeys(86_400_000);
    expect(await lookAt()).toBe(1);
    await world.query("UPDATE creation_attempts SET look_at = now(), posted_at = now() - interval '7 days'");
    await world.deleteLateKeys(86_400_000);
    expect(await lookAt()).toBeUndefined();
  });
});

describe("when the list shows no names", () => {
  const lost = async (context: Context) => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    return rotate(context);
  };

  it("no key is deleted until an admin has named the key of the lost attempt", async () => {
    const context = nameless();
    const { id, candidates, ...rotation } = await lost(context);
    expect(rotation).toMatchObject({ state: "intent", needs: "orphan", problem: "ORPHAN_UNCLEAR" });
    expect(candidates).toHaveLength(1);
    await runRotation(context);
    expect(await world.names()).toHaveLength(3);
    await expect(resumeRotation(id, { key_id: await world.idOf("Backend") }, context)).rejects.toThrow(
      "Invalid key_id",
    );
    await resumeRotation(id, { key_id: candidates[0] ?? "" }, context);
    await runRotation(context);
    expect((await world.newest()).state).toBe("done");
    expect(await world.names()).toHaveLength(2);
  });

  it("an admin may state that the attempt left none of the keys", async () => {
    const context = nameless();
    const { id } = await lost(context);
    await resumeRotation(id, {}, context);
    await runRotation(context);
    expect((await world.newest()).needs).toBe("orphan");
    await resumeRotation(id, { key_id: null }, context);
    await runRotation(context);
    expect((await world.newest()).state).toBe("done");
    expect(await world.names()).toHaveLength(3);
  });
});

describe("another key becomes the dashboard's meanwhile", () => {
  /** The rotation stops at a step, another key is adopted, and the rotation continues. */
  const adoptedAfter = async (context: Context) => {
    await startRotation({}, usual());
    await runRotation({ ...context, waits: { ...context.waits, backoff: () => 60_000 } });
    const { state } = await world.newest();
    const { body } = await world.service.call("POST", "/api-keys", { body: { id: "adopted" } });
    await switchCurrentKey(body.api_key, world.database);
    await world.query("UPDATE flows SET due_at = now()");
    await runRotation(usual());
    expect(await world.newest()).toMatchObject({ state: "abandoned", problem: "CURRENT_KEY_CHANGED" });
    return state;
  };

  it("before the new one was answered: the leftover is found", async () => {
    await world.fault({ kind: "lost", method: "POST", path: "/api-keys", count: 1 });
    expect(await adoptedAfter(usual())).toBe("intent");
    expect(await world.names()).toHaveLength(4);
    expect(await world.deleteLateKeys()).toBe(1);
    expect(await world.names()).toEqual(["Backend", "adopted", "cotejo-dashboard"]);
  });

  it("before the switch: the new one is deleted", async () => {
    expect(await adoptedAfter(listingFailsWith(500))).toBe("minted");
    expect(await world.names()).toEqual(["Backend", "adopted", "cotejo-dashboard"]);
  });

  it("and it is the old key again, which stays", async () => {
    await startRotation({}, usual());
    await runRotation({ ...usual(), waits: { ...usual().waits, drain: 60_000 } });
    expect((await world.newest()).state).toBe("draining");
    await switchCurrentKey(world.firstKey(), world.database);
    await world.query("UPDATE flows SET due_at = now()");
    await runRotation(usual());
    expect(await world.newest()).toMatchObject({ state: "abandoned", problem: "CURRENT_KEY_CHANGED" });
    expect(await world.isKnown(world.firstKey())).toBe(true);
  });

  it("the end is in the audit trail, and lost attempts are searched for, wherever the process is killed", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    await startRotation({}, usual());
    await runRotation({ ...usual(), waits: { ...usual().waits, drain: 60_000 } });
    await switchCurrentKey(world.firstKey(), world.database);
    await world.query("UPDATE flows SET due_at = now(), state = 'retiring'");
    await world.query("UPDATE creation_attempts SET look_at = now() + interval '1 hour'");
    const before = await world.query("SELECT FROM audit_log WHERE action = 'rotation.ended'");
    for (let operations = 1; (await world.newest()).state !== "abandoned"; operations += 2) {
      await runRotation(world.contextOf(0, operations)).catch(() => undefined);
    }
    const after = await world.query("SELECT FROM audit_log WHERE action = 'rotation.ended'");
    expect(after).toHaveLength(before.length + 1);
    expect(await world.query("SELECT FROM creation_attempts WHERE look_at > now()")).toEqual([]);
  });
});

it("the end of a rotation is on record, once, without a user", async () => {
  const ended = async () =>
    (
      await world.database.pool.query(
        "SELECT ids, user_id, after, outcome, error_code FROM audit_log WHERE action = 'rotation.ended' ORDER BY id DESC LIMIT 2",
      )
    ).rows;
  const done = await rotate();
  await runRotation(usual());
  const noUser = { user_id: null };
  expect((await ended())[0]).toEqual({
    ...noUser,
    ids: { rotation_id: done.id },
    after: { state: "done" },
    outcome: "done",
    error_code: null,
  });
  await world.begin();
  const given = await rotate(listingFailsWith(403));
  expect(await ended()).toEqual([
    {
      ...noUser,
      ids: { rotation_id: given.id },
      after: { state: "abandoned" },
      outcome: "failed",
      error_code: "NEW_KEY_REFUSED",
    },
    expect.objectContaining({ ids: { rotation_id: done.id } }),
  ]);
});

it("a new key is named by its day, so that a list of keys shows since when it is in use", async () => {
  await rotate();
  const today = new Date().toISOString().slice(0, 10);
  expect(await world.names()).toEqual(["Backend", expect.stringMatching(`^cotejo-dashboard-${today}-[0-9a-f]{8}$`)]);
});

it("a new key refused by its service is deleted, and the old one stays", async () => {
  expect(await rotate(listingFailsWith(403))).toMatchObject({ state: "abandoned", problem: "NEW_KEY_REFUSED" });
  expect(await world.currentKey()).toBe(world.firstKey());
  expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
});

it("a refused new key does not count as deleted by a 404", async () => {
  await world.fault({ kind: "status", status: 404, method: "DELETE", count: 1 });
  expect(await rotate(listingFailsWith(403))).toMatchObject({ state: "abandoned", problem: "NEW_KEY_REFUSED" });
  expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
});

it("waits until no call can carry the old key any more, and cannot be shortened", async () => {
  const patient = { ...usual(), waits: { ...usual().waits, drain: 60_000 } };
  const { id, state } = await rotate(patient);
  expect(state).toBe("draining");
  await resumeRotation(id, {}, patient);
  await runRotation(patient);
  expect((await world.newest()).state).toBe("draining");
  expect(await world.isKnown(world.firstKey())).toBe(true);
  expect(await createKeySource(world.other)()).not.toBe(world.firstKey());
});

it("deletes the old key only once the new one is in the erasure log", async () => {
  const found: [string | undefined, string | null | undefined][] = [];
  const watching = answering((service) => ({
    async deleteApiKey(id) {
      const { apiKey } = await readErasureLog(backups);
      found.push([apiKey?.value, apiKey?.service_key_id]);
      return service.deleteApiKey(id);
    },
  }));
  const { state, new_key_id } = await rotate(watching);
  expect(state).toBe("done");
  expect(found).toEqual([[await world.currentKey(), new_key_id]]);
});

it("after a wrongly named old key, reports that the old one still works, and accepts the right name", async () => {
  const right = await world.idOf("cotejo-dashboard");
  const context = { ...usual(), waits: { ...usual().waits, backoff: () => 60_000 } };
  await startRotation({}, context);
  await world.query("UPDATE flows SET old_id = $1", [await world.idOf("Backend")]);
  await runRotation(context);
  const { id, ...rotation } = await world.newest();
  expect(rotation).toMatchObject({ state: "retiring", needs: "old_key", problem: "OLD_KEY_STILL_WORKS" });
  await expect(resumeRotation(id, { key_id: rotation.new_key_id }, context)).rejects.toThrow("Invalid key_id");
  await resumeRotation(id, { key_id: right }, context);
  await runRotation(context);
  expect((await world.newest()).state).toBe("done");
  expect(await world.isKnown(world.firstKey())).toBe(false);
});

it("does not begin if the service does not list the assumed key", async () => {
  await startRotation({}, usual());
  await world.query("UPDATE flows SET old_id = 'ak_gone'");
  await runRotation(usual());
  expect(await world.newest()).toMatchObject({ state: "abandoned", problem: "CURRENT_KEY_UNKNOWN" });
  await expect(startRotation({}, usual())).rejects.toMatchObject({ code: "CURRENT_KEY_UNKNOWN" });
});

describe("while the service refuses the dashboard's key", () => {
  it("no new key is made, and the rotation continues when the key is accepted again", async () => {
    const refusing = answering(() => ({
      listApiKeys: async () => {
        await reportKeyRefused(world.database, world.firstKey());
        throw refused("GET", 401, { code: null, message: null }, undefined);
      },
    }));
    expect(await rotate(refusing)).toMatchObject({ state: "intent", problem: "SERVICE_UNAUTHORIZED" });
    await runRotation(usual());
    expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
    await reportCall(world.database, "accepted");
    await runRotation(usual());
    expect(await world.newest()).toMatchObject({ state: "done", problem: null });
  });

  it("a finished new key is proven and used, which ends the refusal", async () => {
    await startRotation({}, usual());
    // The old key is revoked right after the creation of the new one.
    const late = answering((service) => ({
      async createApiKey(name) {
        const created = await service.createApiKey(name);
        await reportKeyRefused(world.database, world.firstKey());
        return created;
      },
    }));
    await runRotation(late);
    expect(await world.newest()).toMatchObject({ state: "done", problem: null });
    expect(await isKeyRefused(world.database)).toBe(false);
  });
});
