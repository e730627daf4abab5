import { describe, expect, it, vi } from "vitest";
import { create, currentId, dashboard, get, remove, withOneKey } from "#tools/test/api-keys.ts";
import { callRoute } from "#tools/test/call-route.ts";
import { GET as listKeys } from "./api-keys/route.ts";
import { POST as finish } from "./key-replacements/[replacement_id]/finish/route.ts";
import { POST as createKeyAgain } from "./key-replacements/[replacement_id]/mint/route.ts";
import { DELETE as cancel } from "./key-replacements/[replacement_id]/route.ts";
import { POST as markSwitched, DELETE as takeBack } from "./key-replacements/[replacement_id]/switched/route.ts";
import { GET as listReplacements, POST as rotateElsewhere } from "./key-replacements/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withOneKey();

describe("rotating a key that is used elsewhere", () => {
  const rotate = async (old_key_id: string) => callRoute(rotateElsewhere, { body: { old_key_id } });
  const about = (replacement_id: string) => ({ params: { replacement_id } });

  it("begins with the new key, and ends with the old one refused", async () => {
    const old = (await create("Backend")).body;
    const { status, body } = await rotate(old.id);
    expect(status).toBe(201);
    expect(body.replacement).toMatchObject({
      state: "created",
      old_name: "Backend",
      started_by: "admin",
      value: "held",
    });
    const { id } = body.replacement;
    const listed = (await get(listKeys)).body.items.filter(({ replacing }: { replacing: boolean }) => replacing);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([old.id, body.created.id]);
    expect((await remove(old.id)).body.code).toBe("CONFLICT");

    const params = { reveal_id: body.created.reveal_id };
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(204);
    expect((await get(listReplacements)).body.items).toMatchObject([{ id, value: "stored" }]);
    expect((await callRoute(finish, about(id))).body.code).toBe("CONFLICT");
    expect((await callRoute(markSwitched, about(id))).body.state).toBe("switched");
    expect((await callRoute(takeBack, { ...about(id), method: "DELETE" })).body.state).toBe("created");
    await callRoute(markSwitched, about(id));
    expect((await callRoute(finish, about(id))).body.state).toBe("done");
    const answers = [old, body.created].map(({ api_key }) =>
      dashboard().service.call("GET", "/api-keys", { key: api_key }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200]);
  });

  it("stays open when the answer is lost, and another admin retries or gives up", async () => {
    const old = (await create("Backend")).body;
    await dashboard().fault({ kind: "lost", method: "POST", count: 1 });
    const { body } = await rotate(old.id);
    expect(body).toMatchObject({ created: null, replacement: { state: "intent", problem: "OUTCOME_UNKNOWN" } });
    const { id } = body.replacement;
    await dashboard().signInAs("admin");
    const again = await callRoute(createKeyAgain, { ...about(id), body: { instead_of: null } });
    expect([again.status, again.body.replacement.state]).toEqual([201, "created"]);
    expect((await callRoute(createKeyAgain, { ...about(id), body: { instead_of: null } })).body.code).toBe("CONFLICT");
    expect((await callRoute(cancel, { ...about(id), method: "DELETE" })).body.state).toBe("cancelled");
    expect((await get(listKeys)).body.items).toHaveLength(2);
  });

  it("is not for the dashboard's own key, and an unknown one is not found", async () => {
    expect((await rotate(await currentId())).body.code).toBe("CONFLICT");
    expect((await rotate("ak_nobody")).body.code).toBe("NOT_FOUND");
  });
});
