import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/core/server/receiver-connection/own-webhook.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { create, dashboard, get, remove, withOneKey } from "#tools/test/api-keys.ts";
import { callRoute } from "#tools/test/call-route.ts";
import { GET as listKeys } from "./api-keys/route.ts";
import { POST as startRotation } from "./rotations/route.ts";
import { GET as listPeople } from "./verifications/[verification_id]/people/route.ts";
import { GET as listWebhooks } from "./webhooks/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withOneKey();

type ListEntry = Record<string, unknown> | null | string;

/** Changes the lists in the service's answers from now on. */
function answerLists(change: (list: ListEntry[]) => ListEntry[]): void {
  vi.unstubAllGlobals();
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const response = await fetch(input, init);
    if (init.method !== "GET" || !response.ok) return response;
    const body = await response.json();
    const date = response.headers.get("date") ?? "";
    const changed = Array.isArray(body)
      ? change(body)
      : Object.fromEntries(
          Object.entries(body).map(([name, held]) => [name, Array.isArray(held) ? change(held) : held]),
        );
    return Response.json(changed, { headers: { date } });
  });
}
const withAnother = (entry: ListEntry) => answerLists((list) => [entry, ...list]);

beforeEach(() => database().pool.query("DELETE FROM receiver_secrets; DELETE FROM receivers"));
afterEach(() => vi.unstubAllGlobals());

it.each<[string, ListEntry, string]>([
  ["null", null, "api_keys[0]: expected an object"],
  ["a text", "ak_7", "api_keys[0]: expected an object"],
  ["without an id", { name: "Old" }, "api_keys[0].id: missing (also looked for api_key_id and key_id)"],
])("a key that is %s is counted beside the others, which can be created and deleted", async (_what, entry, first) => {
  await get(listKeys);
  withAnother(entry);
  const { status, body } = await create("Backend");
  expect(status).toBe(201);
  const listed = (await get(listKeys)).body;
  expect(listed.items.map(({ name }: { name: string }) => name)).toEqual(["cotejo-dashboard", "Backend"]);
  expect(listed).toMatchObject({ unreadable: { count: 1, first }, current_known: true });
  expect((await remove(body.id)).status).toBe(204);
  const [ours] = listed.items;
  expect((await remove(ours.id)).body.code).toBe("CONFLICT");
});

it("a key in a partly unreadable list does not count as the last or the only key", async () => {
  const { id } = (await create("Backend")).body;
  await database().pool.query("UPDATE dashboard_keys SET service_key_id = 'ak_elsewhere' WHERE state = 'current'");
  answerLists((list) =>
    list.map((entry) => (entry !== null && typeof entry === "object" && entry.id === id ? entry : null)),
  );
  expect((await get(listKeys)).body).toMatchObject({ items: [{ id, current: false }], unreadable: { count: 1 } });
  expect((await remove(id)).status).toBe(204);
});

it("the dashboard's key is not guessed from a partly unreadable list, and no rotation begins", async () => {
  await database().pool.query("UPDATE dashboard_keys SET service_key_id = NULL WHERE state = 'current'");
  withAnother(null);
  const { body } = await get(listKeys);
  expect([body.current_known, body.items[0].current]).toEqual([false, false]);
  expect((await remove(body.items[0].id)).body.code).toBe("CURRENT_KEY_UNKNOWN");
  expect((await callRoute(startRotation)).body.code).toBe("SERVICE_UNREADABLE");
  vi.unstubAllGlobals();
  expect((await get(listKeys)).body.current_known).toBe(true);
});

it("an unreadable webhook hides neither the others nor our own, which counts as missing only in a fully readable list", async () => {
  await ensureReceiver();
  withAnother({ url: "https://hooks.maderas.mx/svc" });
  const { status, body } = await get(listWebhooks);
  expect([status, body.items.length, body.items[0].own]).toEqual([200, 1, true]);
  expect(body.unreadable).toEqual({ count: 1, first: expect.stringContaining("webhooks[0].id: missing") });
  expect((await getReceiverState()).healthy).toBe(true);
  answerLists(() => [null]);
  expect((await getReceiverState()).problems).toEqual(["service_unavailable"]);
  answerLists(() => []);
  expect((await getReceiverState()).problems).toEqual(["deleted_at_service"]);
});

it("people are shown without an unreadable entry, which is counted each time", async () => {
  const verification_id = await dashboard().service.play("finished");
  withAnother("nobody");
  const people = () => callRoute(listPeople, { method: "GET", params: { verification_id } });
  await vi.waitFor(async () => {
    const { body } = await people();
    expect(body.unreadable).toEqual({ count: 1, first: "full_list[0]: expected an object" });
    expect(body.full_list.length).toBeGreaterThan(0);
  }, 90_000);
});
