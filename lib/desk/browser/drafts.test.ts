import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draft, DraftChange } from "#lib/desk/contract/drafts/draft.ts";
import { draftsOptions, keepDraft } from "./drafts.ts";

const AUTHOR = "00000000-0000-4000-8000-000000000001";
const page = new EventTarget();

/** A server that stores drafts, and its received requests. */
let stored: Draft[];
let calls: { method: string; kind: string; keepalive: boolean }[];
let changes: DraftChange[];
/** The server answers a change of a draft after this promise. */
let running: Promise<void> | undefined;
let client: QueryClient;

beforeEach(() => {
  [stored, calls, changes, running] = [[], [], [], undefined];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal("window", page);
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body, keepalive = false }: RequestInit = {}) => {
    const kind = path.split("/drafts/")[1] ?? "";
    calls.push({ method, kind, keepalive });
    if (method === "GET") return Response.json({ items: stored });
    const { author, change, ...fields } = method === "PUT" ? JSON.parse(String(body)) : { author: null };
    changes.push(change);
    await running;
    const others = stored.filter((one) => one.kind !== kind);
    stored = author === null ? others : [...others, { kind, ...fields, saved_at: "2026-11-25T12:00:00.000000Z" }];
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const keep = (verification_id: string, kind: Draft["kind"], text: string | null) => {
  const fields = text === null ? null : { text, choice: null, code: null };
  keepDraft(client, { author: AUTHOR, verification_id, kind, fields }, () => undefined);
};
const shown = (id: string) =>
  client.getQueryData(draftsOptions(id).queryKey)?.items.map(({ kind, text }) => [kind, text]);
const load = async (id: string) =>
  (await client.fetchQuery(draftsOptions(id))).items.map(({ kind, text }) => [kind, text]);

it("a draft is in the cache at once, and the server has it before the cache asks again", async () => {
  expect(await load("ver_1")).toEqual([]);
  keep("ver_1", "note", "Llamé");
  keep("ver_1", "letter", "Buen día:");
  keep("ver_1", "note", "Llamé al cliente");
  expect(shown("ver_1")).toEqual([
    ["letter", "Buen día:"],
    ["note", "Llamé al cliente"],
  ]);
  expect((await load("ver_1")).toSorted()).toEqual([
    ["letter", "Buen día:"],
    ["note", "Llamé al cliente"],
  ]);
  expect(calls.filter(({ kind }) => kind === "note")).toEqual([{ method: "PUT", kind: "note", keepalive: true }]);
});

it("unsent drafts are sent when the page is left", async () => {
  await load("ver_2");
  keep("ver_2", "decide", "No coincide");
  expect(stored).toEqual([]);
  page.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => stored).toMatchObject([{ kind: "decide", text: "No coincide" }]);
  keep("ver_2", "decide", null);
  expect(shown("ver_2")).toEqual([]);
  page.dispatchEvent(new Event("focusout"));
  await expect.poll(() => stored).toEqual([]);
});

it("a text that is sent beside a running request, since the page is left, has a higher number of the same tab", async () => {
  await load("ver_2");
  const answered = Promise.withResolvers<void>();
  running = answered.promise;
  keep("ver_2", "note", "Llamé al clien");
  page.dispatchEvent(new Event("focusout"));
  keep("ver_2", "note", "Llamé al cliente.");
  page.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => changes).toHaveLength(2);
  answered.resolve();
  const [first, second] = changes;
  expect(first).toEqual({ tab: expect.stringMatching(/^[0-9a-f]{32}$/), number: expect.any(Number) });
  expect(second).toEqual({ tab: first?.tab, number: (first?.number ?? 0) + 1 });
});

it("a draft that is absent or still loading is not discarded", async () => {
  stored = [
    { kind: "note", text: "of another device", choice: null, code: null, saved_at: "2026-11-25T12:00:00.000000Z" },
  ];
  keep("ver_3", "note", null);
  expect(await load("ver_3")).toEqual([["note", "of another device"]]);
  keep("ver_3", "letter", null);
  page.dispatchEvent(new Event("pagehide"));
  expect(await load("ver_3")).toEqual([["note", "of another device"]]);
  expect(calls.map(({ method }) => method)).toEqual(["GET", "GET"]);
});
