import { describe, expect, it, vi } from "vitest";
import { runRotation } from "#lib/core/server/keys/rotation/run.ts";
import { type Context, rotationContext } from "#lib/core/server/keys/rotation/steps.ts";
import { createKeySource } from "#lib/core/server/vault/dashboard-keys.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { create, currentId, dashboard, get, remove, UNKNOWN_ID, withOneKey } from "#tools/test/api-keys.ts";
import { callRoute } from "#tools/test/call-route.ts";
import { POST as resume } from "./rotations/[rotation_id]/resume/route.ts";
import { GET as listRotations, POST as startRotation } from "./rotations/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withOneKey();

/** The worker's context, without its waits. */
const context = (): Context => ({ ...rotationContext(), waits: { drain: 0, backoff: () => 0 } });
const run = () => runRotation(context());

describe("a rotation", () => {
  it("is started with 202 and ends with another key in use and the old one refused", async () => {
    const before = await createKeySource()();
    const oldId = await currentId();
    const { status, body } = await callRoute(startRotation);
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: "intent", steps: [{ state: "intent" }], old_key_id: oldId });
    expect((await callRoute(startRotation)).body.code).toBe("CONFLICT");
    expect((await remove(oldId)).body.code).toBe("CONFLICT");
    await run();
    const [rotation] = (await get(listRotations)).body.items;
    const states = ["intent", "minted", "verified", "switched", "draining", "retiring", "done"];
    expect(rotation).toMatchObject({ id: body.id, state: "done", steps: states.map((state) => ({ state })) });
    const times = rotation.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    expect(await currentId()).toBe(rotation.new_key_id);
    expect((await dashboard().service.call("GET", "/api-keys", { key: before })).status).toBe(401);
  });

  it("is listed newest first, and the next begins with the previous one's key", async () => {
    await callRoute(startRotation);
    await run();
    const second = (await callRoute(startRotation, { body: {} })).body;
    await run();
    const { items } = (await get(listRotations)).body;
    expect(items[0].id).toBe(second.id);
    expect(items[0].old_key_id).toBe(items[1].new_key_id);
  });

  it("asks the admin for the dashboard's key if the list does not show it", async () => {
    const id = await currentId();
    await create("Backend");
    await database().pool.query("UPDATE dashboard_keys SET service_key_id = NULL");
    expect((await callRoute(startRotation)).body.code).toBe("CURRENT_KEY_UNKNOWN");
    expect((await callRoute(startRotation, { body: { current_key_id: "ak_1" } })).body.code).toBe("VALIDATION_ERROR");
    expect((await callRoute(startRotation, { body: { current_key_id: id } })).status).toBe(202);
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("done");
  });

  it("keeps the key, with the reason, if none may be created", async () => {
    const before = await createKeySource()();
    await callRoute(startRotation);
    await dashboard().fault({ kind: "status", status: 403, method: "POST" });
    await run();
    expect((await get(listRotations)).body.items[0]).toMatchObject({
      state: "abandoned",
      problem: "SERVICE_FORBIDDEN",
    });
    expect(await createKeySource()()).toBe(before);
    expect((await callRoute(startRotation)).status).toBe(202);
  });

  it("resumes at once while it waits; an ended rotation does not", async () => {
    const { id } = (await callRoute(startRotation)).body;
    await dashboard().fault({ kind: "status", status: 500, count: 100 });
    await runRotation({ ...context(), waits: { drain: 0, backoff: () => 60_000 } });
    expect((await get(listRotations)).body.items[0]).toMatchObject({ state: "intent", problem: "SERVICE_ERROR" });
    await dashboard().clearFaults();
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("intent");
    expect((await callRoute(resume, { params: { rotation_id: id } })).status).toBe(202);
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("done");
    expect((await callRoute(resume, { params: { rotation_id: id } })).body.code).toBe("CONFLICT");
    expect((await callRoute(resume, { params: { rotation_id: UNKNOWN_ID } })).body.code).toBe("NOT_FOUND");
    expect((await callRoute(resume, { params: { rotation_id: "1" } })).body.code).toBe("NOT_FOUND");
  });
});
