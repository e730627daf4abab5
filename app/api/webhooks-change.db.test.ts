import { describe, expect, it, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { callRoute } from "#tools/test/call-route.ts";
import {
  atService,
  create,
  createReplacement,
  dashboard,
  FIELDS,
  fault,
  get,
  list,
  put,
  remove,
  reveals,
  withoutWebhooks,
} from "#tools/test/webhooks.ts";
import { POST as connectReceiver } from "./receiver/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withoutWebhooks();

describe("a change", () => {
  /** The body of the last PUT that reached the service. */
  const sentBy = async (act: () => Promise<unknown>): Promise<unknown> => {
    const bodies: unknown[] = [];
    const real = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      if (init?.method === "PUT") bodies.push(JSON.parse(String(init.body)));
      return real(input, init);
    });
    await act();
    spy.mockRestore();
    return bodies;
  };

  it("sends only the fields that differ, and events whole", async () => {
    const { id } = await create();
    const events = [...FIELDS.events, "verification_item.v2.completed"];
    expect(await sentBy(() => put(id, { ...FIELDS, description: "Invoices" }))).toEqual([{ description: "Invoices" }]);
    expect(await sentBy(() => put(id, { events }))).toEqual([{ events }]);
    expect(await sentBy(() => put(id, { events: events.toReversed(), description: "Invoices" }))).toEqual([]);
    expect(await get(id)).toMatchObject({ url: FIELDS.url, events, description: "Invoices" });
  });

  it("answers the changed webhook", async () => {
    const { id } = await create();
    const { status, body } = await put(id, { description: "" });
    expect([status, body]).toEqual([200, await get(id)]);
  });

  it("is refused if another user has changed the webhook meanwhile, and overwrites no change", async () => {
    const { id } = await create();
    const { version } = await get(id);
    await dashboard().service.call("PUT", `/v2/webhooks/${id}`, { body: { description: "Theirs" } });
    const { status, body } = await put(id, { url: "https://hooks.maderas.mx/new" }, version);
    expect([status, body.code]).toEqual([412, "CONFLICT"]);
    expect(await get(id)).toMatchObject({ ...FIELDS, description: "Theirs" });
    expect((await put(id, { url: "https://hooks.maderas.mx/new" }, (await get(id)).version)).status).toBe(200);
    expect(await get(id)).toMatchObject({ url: "https://hooks.maderas.mx/new", description: "Theirs" });
  });

  it("by two admins at once is done for one and shown to the other", async () => {
    const { id } = await create();
    const { version } = await get(id);
    const both = await Promise.all(["One", "Other"].map((description) => put(id, { description }, version)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await get(id)).description).toBe(both.find(({ status }) => status === 200)?.body.description);
  });

  it("is done when only its answer is lost, and of unknown outcome when it may not have been done", async () => {
    const { id } = await create();
    await fault("lost", "PUT");
    expect(await put(id, { description: "Lost" })).toMatchObject({ status: 200, body: { description: "Lost" } });
    await fault("status", "PUT", { status: 500 });
    expect((await put(id, { description: "Never" })).body.code).toMatch(/SERVICE_ERROR|OUTCOME_UNKNOWN/);
    expect((await get(id)).description).toBe("Lost");
  });

  it("is refused for the dashboard's own webhook", async () => {
    const id = (await callRoute(connectReceiver)).body.webhook_id;
    expect((await put(id, { events: [] })).body.code).toBe("CONFLICT");
    expect((await get(id)).events.toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });

  it.each([[{ url: "http://x.mx" }], [{ events: [""] }], [{ enabled: true }], [{ secret: "x" }]])(
    "is not requested with %j",
    async (body) => {
      const { id } = await create();
      expect((await put(id, body)).body.code).toBe("VALIDATION_ERROR");
    },
  );
});

describe("deleting", () => {
  it("a webhook deletes it", async () => {
    const { id } = await create();
    expect((await remove(id, (await get(id)).version)).status).toBe(204);
    expect(await atService()).toEqual([]);
    expect((await remove(id)).body.code).toBe("NOT_FOUND");
    expect(await reveals(), "a secret that is of no use any more").toEqual([]);
  });

  it("a webhook that has been replaced since is refused", async () => {
    const { id } = await create();
    const { version } = await get(id);
    await put(id, { url: "https://other.maderas.mx" });
    expect((await remove(id, version)).status).toBe(412);
    expect(await list()).toHaveLength(1);
  });

  it("is done when only its answer is lost", async () => {
    const { id } = await create();
    await fault("lost", "DELETE");
    expect((await remove(id)).status).toBe(204);
  });

  it("the dashboard's own, or one of a replacement, is refused", async () => {
    const own = (await callRoute(connectReceiver)).body.webhook_id;
    const { id } = await create();
    const { body } = await createReplacement(id);
    const deletions = await dashboard().countCalls("/v2/webhooks/*", "DELETE");
    for (const needed of [own, id, body.replacement.new_id]) {
      expect((await remove(needed)).body.code).toBe("CONFLICT");
    }
    expect(await deletions()).toBe(0);
    expect(await list()).toHaveLength(3);
  });
});
