import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RotatedKey } from "#lib/core/contract/keys/keys.ts";
import { deleteApiKey } from "#lib/core/server/keys/api-keys.ts";
import { inWorld, type World } from "#lib/core/server/provisioning/testing/keys-world.ts";
import { refused, timedOut } from "#lib/core/server/service/service-error.ts";
import { acknowledgeReveal } from "#lib/core/server/vault/reveals.ts";
import { createAnotherKey, moveRotationElsewhere, rotateElsewhere } from "./commands.ts";
import { listRotationsElsewhere } from "./list.ts";
import type { Work } from "./new-key.ts";

const SESSION = "of this session";

let world: World;

inWorld((started) => {
  world = started;
  vi.stubEnv("SVC_BASE_URL", world.service.url());
});
beforeEach(() => world.begin());

const work = (context = world.engines[0]): Work => ({
  pool: context.pool,
  service: context.serviceWith(world.firstKey()),
});
const otherwise = (change: (service: Work["service"]) => Partial<Work["service"]>): Work => {
  const { pool, service } = work();
  return { pool, service: { ...service, ...change(service) } };
};
const nameless = () =>
  otherwise(({ listApiKeys }) => ({
    listApiKeys: async () => (await listApiKeys()).map((key) => ({ ...key, name: null })),
  }));

const start = async (given = work()): Promise<RotatedKey> =>
  rotateElsewhere({ old_key_id: await world.idOf("Backend"), session_hash: SESSION }, given);
const again = (
  { id, new_key_id }: RotatedKey["replacement"],
  given = work(),
  orphan: { orphan_id?: string | null } = {},
): Promise<RotatedKey> => createAnotherKey({ id, instead_of: new_key_id, session_hash: SESSION, ...orphan }, given);
const newest = async () => (await listRotationsElsewhere(world.database))[0] ?? expect.unreachable();
const isKnown = async ({ created }: RotatedKey) => world.isKnown(created?.api_key ?? "");
const move = (id: string, step: Parameters<typeof moveRotationElsewhere>[0]["move"]) =>
  moveRotationElsewhere({ id, move: step }, work());
const acknowledge = ({ created }: RotatedKey) =>
  acknowledgeReveal({ id: created?.reveal_id ?? "", session_hash: SESSION }, world.database);

describe("a key used elsewhere", () => {
  it("is rotated: a new one, revealed once, stored, put in place, and the old one deleted", async () => {
    const made = await start();
    expect(made.replacement).toMatchObject({ state: "created", old_name: "Backend", value: "held", problem: null });
    expect(made.replacement.new_name).toMatch(/^Backend-[0-9a-f]{8}$/);
    expect(await isKnown(made)).toBe(true);
    await acknowledge(made);
    expect(await newest()).toMatchObject({ value: "stored", fingerprint: made.created?.fingerprint });
    expect(await move(made.replacement.id, "switched")).toMatchObject({ state: "switched" });
    expect(await world.names()).toContain("Backend");
    const done = await move(made.replacement.id, "finish");
    expect(done).toMatchObject({ state: "done", ended_at: expect.any(String) });
    expect(await world.names()).toEqual([made.replacement.new_name, "cotejo-dashboard"].toSorted());
    const times = [done.started_at, done.created_at, done.stored_at, done.switched_at, done.ended_at];
    expect(times).toEqual(times.toSorted());
    await expect(move(made.replacement.id, "finish")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("keeps its name, except the mark, when it has replaced another", async () => {
    const { replacement } = await start();
    await move(replacement.id, "switched");
    await move(replacement.id, "finish");
    const next = await rotateElsewhere({ old_key_id: replacement.new_key_id ?? "", session_hash: SESSION }, work());
    expect(next.replacement.new_name).toMatch(/^Backend-[0-9a-f]{8}$/);
    expect(next.replacement.new_name).not.toBe(replacement.new_name);
  });

  it("is an open task until its end, one for each key, whoever requests a second", async () => {
    const started = await Promise.allSettled([start(), start(work(world.engines[1]))]);
    expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(start()).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await world.names()).toHaveLength(3);
    const { id } = await newest();
    expect(await move(id, "give_up")).toMatchObject({ state: "cancelled" });
    expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
    expect((await start()).replacement.state).toBe("created");
    expect(await listRotationsElsewhere(world.database)).toMatchObject([{ state: "created" }, { state: "cancelled" }]);
  });

  it("is not given up by an admin who saw another new key, or none", async () => {
    const { replacement } = await start();
    const giveUp = (new_key_id: string | null) =>
      moveRotationElsewhere({ id: replacement.id, move: "give_up", new_key_id }, work());
    await expect(giveUp(null)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(giveUp(replacement.old_key_id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await world.names()).toHaveLength(3);
    expect(await giveUp(replacement.new_key_id)).toMatchObject({ state: "cancelled" });
  });

  it("is not deleted manually meanwhile, nor is the new one", async () => {
    const { replacement } = await start();
    for (const id of [replacement.old_key_id, replacement.new_key_id]) {
      await expect(deleteApiKey(id ?? "", world.database)).rejects.toMatchObject({ code: "CONFLICT" });
    }
  });

  it("is never the dashboard's own key, also while that key is unknown", async () => {
    const own = await world.idOf("cotejo-dashboard");
    const rotate = (old_key_id: string) => rotateElsewhere({ old_key_id, session_hash: SESSION }, work());
    await expect(rotate(own)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(rotate("ak_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await world.query("UPDATE dashboard_keys SET service_key_id = NULL");
    await expect(rotate(await world.idOf("Backend"))).rejects.toMatchObject({ code: "CURRENT_KEY_UNKNOWN" });
    expect(await listRotationsElsewhere(world.database)).toEqual([]);
    expect(await world.names()).toHaveLength(2);
  });

  it("is not deleted if it became the dashboard's meanwhile", async () => {
    const { replacement } = await start();
    await move(replacement.id, "switched");
    await world.query("UPDATE dashboard_keys SET service_key_id = $1", [replacement.old_key_id]);
    await expect(move(replacement.id, "finish")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await world.names()).toContain("Backend");
  });
});

describe("the new key's value", () => {
  it("is replaced by another key's if it was not stored, and the first is deleted", async () => {
    const first = await start();
    await expect(again(first.replacement)).rejects.toMatchObject({ code: "CONFLICT" });
    await world.query("UPDATE reveals SET expires_at = now()");
    expect(await newest()).toMatchObject({ state: "created", value: "unclaimed" });
    const second = await again(first.replacement);
    expect(second.replacement.value).toBe("held");
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    expect(await world.names()).toHaveLength(3);
  });

  it("is not taken from another admin who sees it meanwhile", async () => {
    const first = await start();
    await world.query("UPDATE reveals SET expires_at = now()");
    const outcomes = await Promise.allSettled([
      again(first.replacement),
      again(first.replacement, work(world.engines[1])),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await world.names()).toHaveLength(3);
  });

  it("can be confirmed as stored after the ten minutes too, by that session only", async () => {
    const made = await start();
    await world.query("UPDATE reveals SET expires_at = now(), secret_id = NULL");
    const id = made.created?.reveal_id ?? "";
    await expect(acknowledgeReveal({ id, session_hash: "another" }, world.database)).rejects.toThrow();
    await acknowledge(made);
    expect((await newest()).value).toBe("stored");
  });
});

describe("when the answer to the creation is lost", () => {
  it("the task stays open, and another attempt deletes the leftover first", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    const lost = await start();
    expect(lost).toMatchObject({ created: null, replacement: { state: "intent", problem: "OUTCOME_UNKNOWN" } });
    expect(await world.names()).toHaveLength(3);
    const second = await again(lost.replacement);
    expect(second.replacement).toMatchObject({ state: "created", problem: null });
    expect(await world.names()).toEqual(["Backend", second.replacement.new_name, "cotejo-dashboard"].toSorted());
  });

  it("giving up leaves nothing either", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    const { replacement } = await start();
    expect((await move(replacement.id, "give_up")).state).toBe("cancelled");
    expect(await world.names()).toEqual(["Backend", "cotejo-dashboard"]);
  });

  it("a late key is found by a repeated search", async () => {
    const late = otherwise(() => ({ createApiKey: () => Promise.reject(timedOut("POST")) }));
    const { replacement } = await start(late);
    await again(replacement);
    await world.addKey(replacement.new_name ?? "");
    expect(await world.names()).toHaveLength(4);
    await world.dayPasses();
    expect(await world.deleteLateKeys()).toBe(1);
    expect(await world.names()).toHaveLength(3);
  });

  it("an admin names the leftover, if the list shows no names", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    const lost = await start(nameless());
    const repeated = await again(lost.replacement, nameless());
    expect(repeated.created).toBe(null);
    expect(repeated.replacement.candidates).toHaveLength(1);
    const foreign = { orphan_id: await world.idOf("cotejo-dashboard") };
    await expect(again(lost.replacement, nameless(), foreign)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const named = { orphan_id: repeated.replacement.candidates?.[0] ?? "" };
    expect((await again(lost.replacement, nameless(), named)).replacement.state).toBe("created");
    expect(await world.names()).toHaveLength(3);
  });
});

describe("when the service refuses", () => {
  it.each([401, 403, 400])("the creation with %d, nothing is begun", async (status) => {
    const answer = refused("POST", status, { code: null, message: null }, undefined);
    const refusing = otherwise(() => ({ createApiKey: () => Promise.reject(answer) }));
    await expect(start(refusing)).rejects.toBe(answer);
    expect(await listRotationsElsewhere(world.database)).toEqual([]);
    expect((await start()).replacement.state).toBe("created");
  });

  it("another key, the task stays unchanged, to be retried", async () => {
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    const { replacement } = await start();
    await world.fault({ kind: "status", status: 403, method: "POST", count: 1 });
    await expect(again(replacement)).rejects.toMatchObject({ code: "SERVICE_FORBIDDEN" });
    expect(await newest()).toMatchObject({ state: "intent", problem: "SERVICE_FORBIDDEN" });
    expect((await again(await newest())).replacement.state).toBe("created");
  });
});

describe("deleting the old key", () => {
  const switched = async () => {
    const made = await start();
    await move(made.replacement.id, "switched");
    return made;
  };

  it("waits until an admin has confirmed that the new one is in place, which can be taken back until then", async () => {
    const { replacement } = await start();
    await expect(move(replacement.id, "finish")).rejects.toMatchObject({ code: "CONFLICT" });
    await move(replacement.id, "switched");
    await expect(move(replacement.id, "give_up")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await move(replacement.id, "not_switched")).toMatchObject({ state: "created", switched_at: null });
    expect(await world.names()).toHaveLength(3);
  });

  it.each([
    ["is done and the answer lost", { kind: "lost" }],
    ["meets a fault of the service", { kind: "status", status: 500 }],
  ])("can be retried when it %s", async (_, fault) => {
    const { replacement } = await switched();
    await world.fault({ ...fault, method: "DELETE", count: 1 });
    await expect(move(replacement.id, "finish")).rejects.toThrow();
    expect((await newest()).state).toBe("switched");
    expect((await move(replacement.id, "finish")).state).toBe("done");
    expect(await world.names()).not.toContain("Backend");
  });

  it("is not done by a 404 alone: the list must lack the key", async () => {
    const { replacement } = await switched();
    await world.fault({ kind: "status", status: 404, method: "DELETE", count: 1 });
    await expect(move(replacement.id, "finish")).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect((await move(replacement.id, "finish")).state).toBe("done");
  });

  it("is done if it was deleted already", async () => {
    const { replacement } = await switched();
    await world.service.query("DELETE FROM sandbox.api_key WHERE name = 'Backend'");
    expect((await move(replacement.id, "finish")).state).toBe("done");
  });

  it("is refused if the new key is gone: the other system would have none", async () => {
    const { replacement } = await switched();
    await world.service.query("DELETE FROM sandbox.api_key WHERE id = $1", [replacement.new_key_id]);
    await expect(move(replacement.id, "finish")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await world.names()).toContain("Backend");
  });
});
