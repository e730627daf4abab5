import { describe, expect, it, vi } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute } from "#tools/test/call-route.ts";
import {
  atService,
  create,
  createReplacement,
  dashboard,
  FIELDS,
  fault,
  list,
  move,
  of,
  reveals,
  SECRET,
  withoutWebhooks,
} from "#tools/test/webhooks.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { GET as getReplacement } from "./webhooks/[webhook_id]/replacement/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withoutWebhooks();

describe("replacing a lost secret", () => {
  it("proceeds from creation to secret to switch to deletion, and keeps each step", async () => {
    const lost = await create();
    const { status, body } = await createReplacement(lost.id);
    expect(status).toBe(201);
    expect(body.created).toMatchObject({ ...FIELDS, secret: expect.stringMatching(SECRET) });
    expect(body.created.secret).not.toBe(lost.secret);
    expect(body.replacement).toMatchObject({ state: "twinned", own: false, old_id: lost.id, new_id: body.created.id });
    expect((await list()).map(({ replacement }) => replacement?.part)).toEqual(["old", "twin"]);

    const params = { reveal_id: body.created.reveal_id };
    expect((await move(lost.id, "switched")).body.code).toBe("CONFLICT");
    await callRoute(acknowledge, { method: "DELETE", params });
    const seen = await callRoute(getReplacement, { method: "GET", params: of(body.created.id) });
    expect(seen.body.replacement).toMatchObject({ state: "stored", old_id: lost.id });
    expect((await move(lost.id, "finish")).body.code).toBe("CONFLICT");
    expect((await move(lost.id, "switched")).body.state).toBe("switched");
    expect(await list()).toHaveLength(2);
    const done = (await move(lost.id, "finish")).body;
    expect(done.steps.map(({ state }: { state: string }) => state)).toEqual([
      "begun",
      "twinned",
      "stored",
      "switched",
      "done",
    ]);
    expect((await list()).map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
      [body.created.id, body.created.fingerprint],
    ]);
    expect((await move(lost.id, "finish")).body.code).toBe("NOT_FOUND");
  });

  it("creates the replacement again if its secret was lost too", async () => {
    const { id } = await create();
    const first = (await createReplacement(id)).body.created;
    expect((await createReplacement(id)).body.code).toBe("CONFLICT");
    const second = (await createReplacement(id, first.id)).body.created;
    expect((await createReplacement(id, first.id)).body.code).toBe("CONFLICT");
    expect((await atService()).map((row) => row.secret)).toEqual([expect.any(String), second.secret]);
    expect((await reveals()).map(({ subject_id }) => subject_id)).not.toContain(first.id);
    await move(id, "stored");
    await move(id, "switched");
    expect((await createReplacement(id, second.id)).body.code).toBe("CONFLICT");
  });

  it("given up at any step keeps only the old one", async () => {
    const { id, secret } = await create();
    for (const steps of [[], ["stored"], ["stored", "switched"]]) {
      await createReplacement(id);
      for (const step of steps) await move(id, step);
      expect((await move(id, "give_up")).body.state).toBe("given_up");
      expect(await atService()).toMatchObject([{ id, secret }]);
      expect((await reveals()).map(({ subject_id }) => subject_id)).toEqual([id]);
    }
  });

  it("keeps the old one while its replacement is gone or disabled", async () => {
    const { id } = await create();
    const { new_id } = (await createReplacement(id)).body.replacement;
    await move(id, "stored");
    await move(id, "switched");
    await dashboard().service.query("UPDATE sandbox.webhook SET enabled = false WHERE id = $1", [new_id]);
    expect((await move(id, "finish")).body.code).toBe("CONFLICT");
    await dashboard().service.query("DELETE FROM sandbox.webhook WHERE id = $1", [new_id]);
    expect((await move(id, "finish")).body.code).toBe("CONFLICT");
    expect((await move(id, "give_up")).body.state).toBe("given_up");
    expect(await list()).toHaveLength(1);
  });

  it("is one when two admins begin it at once, and stays with the admin who stores its secret", async () => {
    const { id } = await create();
    const both = await Promise.all([createReplacement(id), createReplacement(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const revealed = both.find(({ status }) => status === 201)?.body.created;
    expect(await atService()).toMatchObject([{ id }, { id: revealed.id, secret: revealed.secret }]);
    const { rows } = await database().pool.query("SELECT FROM flows");
    expect(rows).toHaveLength(1);
  });

  it("ends well when the old one was deleted elsewhere, or only the answer is lost", async () => {
    for (const lose of [false, true]) {
      const { id } = await create();
      await createReplacement(id);
      await move(id, "stored");
      await move(id, "switched");
      if (lose) await fault("lost", "DELETE");
      else await dashboard().service.query("DELETE FROM sandbox.webhook WHERE id = $1", [id]);
      const first = await move(id, "finish");
      const ended = first.status === 200 ? first : await move(id, "finish");
      expect(ended.body.state).toBe("done");
    }
    expect(await list()).toHaveLength(2);
  });

  it("is refused for a replacement webhook, and for an unknown one", async () => {
    const { id } = await create();
    const { new_id } = (await createReplacement(id)).body.replacement;
    expect((await createReplacement(new_id)).body.code).toBe("CONFLICT");
    expect((await createReplacement("wh_nobody")).body.code).toBe("NOT_FOUND");
    expect((await move("wh_nobody", "finish")).body.code).toBe("NOT_FOUND");
    expect((await move(id, "twin")).body.code).toBe("VALIDATION_ERROR");
  });
});
