import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { FactKind } from "#lib/core/contract/verifications/activity.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { beginStop } from "#lib/platform/server/base/stopping.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { LIVE_CHANNEL, notifyChanged, packMessages } from "./notify.ts";
import { type LiveEvent, LiveHub, liveStream } from "./stream.ts";

let created: TestDatabase;
let connection: Database;
let hub: LiveHub;
const errors: Error[] = [];

beforeAll(async () => {
  created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "live test" });
  hub = new LiveHub(created.url, (error) => errors.push(error));
});
afterAll(async () => {
  await hub.close();
  await connection.close();
  await created.drop();
});

const READER = "00000000-0000-4000-8000-000000000001";
const changed = (...ids: string[]) => new Map(ids.map((id) => [id, new Set<FactKind>(["status", "items"])]));

/** Collects events and hands each out once, in order. */
function collector() {
  const waiting: ((event: LiveEvent) => void)[] = [];
  const events: LiveEvent[] = [];
  return {
    push: (event: LiveEvent) => {
      const next = waiting.shift();
      if (next) next(event);
      else events.push(event);
    },
    next: () => {
      const event = events.shift();
      return event ? Promise.resolve(event) : new Promise<LiveEvent>((resolve) => waiting.push(resolve));
    },
  };
}

describe("the live hub", () => {
  it("sends hello once it listens, then the changes of each committed transaction", async () => {
    const { push, next } = collector();
    const leave = hub.subscribe({ send: push, role: () => "support" });
    expect((await next()).event).toBe("hello");
    await notifyChanged(connection.pool, changed("ver_1"));
    expect(await next()).toEqual({
      event: "changed",
      data: '[{"verification_id":"ver_1","kinds":["items","status"]}]',
    });
    leave();
  });

  it("sends hello again after it lost the database, since changes may have been missed", async () => {
    const { push, next } = collector();
    const leave = hub.subscribe({ send: push, role: () => "support" });
    await created.endConnections();
    expect((await next()).event).toBe("hello");
    expect(errors.length).toBeGreaterThan(0);
    leave();
  });

  it("gives each reader the messages of one notification that the reader's current role may get", async () => {
    const [reviewer, support] = [collector(), collector()];
    let role: Role = "support";
    const leaves = [
      hub.subscribe({ send: reviewer.push, role: () => "compliance" }),
      hub.subscribe({ send: support.push, role: () => role }),
    ];
    const message = (verification_id: string, permission?: string) => ({
      verification_id,
      kinds: ["notes"],
      permission,
    });
    const send = (...messages: object[]) =>
      connection.pool.query("SELECT pg_notify($1, $2)", [LIVE_CHANNEL, JSON.stringify(messages)]);
    const idsOf = async ({ next }: typeof support) =>
      (JSON.parse((await next()).data) as { verification_id: string }[]).map(({ verification_id }) => verification_id);
    await send(message("all"), message("decide", "reviews.decide"), message("newer", "of.another.release"));
    await send(message("hidden", "reviews.decide"), message("proto", "toString"));
    await notifyChanged(connection.pool, changed("assign"), "reviews.assign");
    await notifyChanged(connection.pool, changed("end"));
    expect([await idsOf(reviewer), await idsOf(reviewer), await idsOf(reviewer)]).toEqual([
      ["all", "decide"],
      ["hidden"],
      ["assign"],
    ]);
    expect([await idsOf(support), await idsOf(support)]).toEqual([["all"], ["end"]]);
    role = "admin";
    await notifyChanged(connection.pool, changed("assign"), "reviews.assign");
    expect(await idsOf(support)).toEqual(["assign"]);
    for (const leave of leaves) leave();
  });
});

describe("packMessages", () => {
  it("keeps every payload below the limit of PostgreSQL, and loses no id", async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `ver_${"é".repeat(index % 190)}_${index}`);
    const payloads = packMessages(changed(...ids));
    expect(payloads.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true);
    expect(payloads.flatMap((payload) => JSON.parse(payload)).map((message) => message.verification_id)).toEqual(ids);
    await notifyChanged(connection.pool, changed(...ids));
  });

  it("fits the longest possible id", () => {
    expect(Buffer.byteLength(packMessages(changed("\u{1F4C4}".repeat(100)))[0] ?? "")).toBeLessThan(8000);
  });
});

describe("the stream", () => {
  const read = async (reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string) => {
    let text = "";
    while (!text.includes(wanted)) {
      const { done, value } = await reader.read();
      if (done) return `${text}<end>`;
      text += new TextDecoder().decode(value);
    }
    return text;
  };

  it("sends hello, pings while the session is valid, and ends when it is not", async () => {
    let role: Role | null = "support";
    const stream = liveStream({
      session: "one",
      signal: new AbortController().signal,
      user_id: READER,
      role,
      roleNow: async () => role,
      hub,
      recheckMs: 5,
    });
    const reader = stream.getReader();
    expect(await read(reader, "event: hello")).toContain("retry: 1000");
    expect(await read(reader, "event: ping")).toContain("data: {}");
    role = "compliance";
    expect(await read(reader, '{"role":"compliance"}')).toContain("event: hello");
    expect(await read(reader, "event: ping")).not.toContain("ver_1");
    expect(await read(reader, "event: ping")).not.toContain("ver_1");
    await notifyChanged(connection.pool, changed("ver_1"), "reviews.decide");
    expect(await read(reader, "ver_1")).toContain("event: changed");
    role = null;
    expect(await read(reader, "never sent")).toContain("<end>");
  });

  it("ends with the request", async () => {
    const request = new AbortController();
    const reader = liveStream({
      session: "one",
      signal: request.signal,
      user_id: READER,
      role: "support",
      roleNow: async () => "support",
      hub,
    }).getReader();
    await read(reader, "event: hello");
    request.abort();
    expect(await read(reader, "never sent")).toContain("<end>");
  });

  it("ends when the process is told to stop, with the time after which its reader connects again", async () => {
    vi.stubGlobal("cotejoStopping", new AbortController());
    onTestFinished(() => void vi.unstubAllGlobals());
    const open = () =>
      liveStream({
        session: "stopping",
        signal: new AbortController().signal,
        user_id: READER,
        role: "support",
        roleNow: async () => "support",
        hub,
      }).getReader();
    const before = open();
    await read(before, "event: hello");
    beginStop();
    const after = open();
    for (const reader of [before, after]) expect(await read(reader, "never sent")).toMatch(/retry: \d+\n\n<end>$/);
  });

  it("is one of at most ten of a session: the eleventh closes the oldest, and no stream of another session", async () => {
    const open = (session: string) => {
      const request = new AbortController();
      const stream = liveStream({
        session,
        signal: request.signal,
        user_id: READER,
        role: "support",
        roleNow: async () => "support",
        hub,
      });
      return { reader: stream.getReader(), leave: () => request.abort() };
    };
    const other = open("other");
    const [first, second, ...more] = Array.from({ length: 11 }, () => open("crowded"));
    if (!first || !second) expect.unreachable();
    expect(await read(first.reader, "never sent")).toMatch(/event: replaced\ndata: \{\}\n\n<end>$/);
    // A closed stream makes room.
    more[0]?.leave();
    const last = open("crowded");
    for (const each of [other, second, last, ...more]) each.leave();
    for (const each of [other, second, last]) expect(await read(each.reader, "never sent")).not.toContain("replaced");
  });
});
