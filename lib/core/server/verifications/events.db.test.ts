import { beforeEach, describe, expect, it } from "vitest";
import { VERIFICATION_EVENT_KINDS, type VerificationEventKind } from "#lib/core/contract/verifications/activity.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { type Arrival, deliver, HISTORY_START, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { listVerificationEvents } from "./events.ts";

const database = await ownDatabase();
let id = "";
let run = 0;
beforeEach(() => {
  run += 1;
  id = `ver_${run}`;
});

const receive = receiveInto(database);
const feed = (input: { kind?: VerificationEventKind; cursor?: string | null; limit?: number } = {}) =>
  listVerificationEvents({ verification_id: id, payloads: true, ...input }, database);

const answer = (fields: object = {}) => ({ verification_id: id, status: "pending", ...fields });
const createdEvent = () => deliver("verification.v2.created", { verification_id: id, status: "pending" });
const unknownEvent = (): Arrival => ({
  kind: "delivery",
  t: HISTORY_START + 3600,
  body: JSON.stringify({ event_name: "verification.v3.dreamt", data: { verification_id: id } }),
});

/** An arrival for each kind of entry, with a name. */
const oneOfEach = (): [string, Arrival][] => [
  ["created", createdEvent()],
  ["finished", deliver("verification.v2.finished", { verification_id: id, status: "finished" })],
  [
    "document_status_updated",
    deliver("verification.v2.document_status_updated", {
      verification_id: id,
      documents_status: "partial_upload",
      updated_at: secondsIn(1),
    }),
  ],
  [
    "findings.updated",
    deliver("verification.v2.findings.updated", {
      verification_id: id,
      findings: [],
      computed_at: secondsIn(2),
      run_id: "run_1",
    }),
  ],
  [
    "completed",
    deliver("verification_item.v2.completed", { verification_id: id, item_id: 1, completed_at: secondsIn(3) }),
  ],
  [
    "label_added",
    deliver("verification.v2.label_added", {
      verification_id: id,
      entity: { type: "label", label: "vip" },
      added_at: secondsIn(4),
    }),
  ],
  [
    "curp_search_completed",
    deliver("verification_people.curp_search_completed", { verification_id: id, people_id: 7 }),
  ],
  ["dreamt", unknownEvent()],
  ["verification read", read(id, 3610, answer({ documents_status: "full_upload", tag: "A" }))],
  ["people read", read(id, 3611, { full_list: [{ people_id: 7 }] }, "people")],
  ["tag read", read(id, 3612, answer({ documents_status: "full_upload", tag: "B" }))],
  ["finished read", read(id, 3613, answer({ documents_status: "full_upload", tag: "B", status: "finished" }))],
];

/** The names of the arrivals that the feed shows, in its order. */
async function namesOf(arrivals: [string, Arrival][], kind?: VerificationEventKind): Promise<string[]> {
  const { items } = await feed(kind ? { kind } : {});
  const byEntry = new Map<number, string>();
  const { rows } = await database.pool.query<{ id: number }>(
    "SELECT id FROM inbox WHERE verification_id = $1 ORDER BY id",
    [id],
  );
  for (const [index, row] of rows.entries()) byEntry.set(row.id, arrivals[index]?.[0] ?? "");
  return items.map((entry) => byEntry.get(entry.entry_id) ?? "");
}

describe("the feed of a verification", () => {
  it("is all deliveries and reads, newest first", async () => {
    const arrivals = oneOfEach();
    await receive(...arrivals.map(([, arrival]) => arrival));
    expect(await namesOf(arrivals)).toEqual(arrivals.map(([name]) => name).toReversed());
  });

  it("marks payloads too large for a list, and neither sends nor compares them", async () => {
    const filler = "x".repeat(64 * 1024);
    await receive(
      deliver("verification.v2.created", { verification_id: id, status: "pending", filler }),
      read(id, 3610, answer()),
      read(id, 3611, answer({ filler })),
      read(id, 3612, answer({ tag: "A" })),
      read(id, 3613, answer({ tag: "B" })),
    );
    expect((await feed()).items).toMatchObject([
      { too_large: false, kept: true, changes: [{ field: "tag" }], payload: expect.stringContaining("B") },
      { too_large: true, kept: true, changes: null, payload: expect.stringContaining("A") },
      { too_large: true, kept: true, changes: null, payload: null },
      { too_large: false, kept: true, payload: expect.stringContaining("pending") },
      { too_large: true, kept: true, statement: null, payload: null },
    ]);
  });

  it("sorts late arrivals by the service's time", async () => {
    const label = (t: number, added_at: string) =>
      deliver("verification.v2.label_added", { verification_id: id, entity: { label: "vip" }, added_at }, t);
    const arrivals: [string, Arrival][] = [
      ["newest", label(100, secondsIn(0))],
      ["read", read(id, 50, answer())],
      ["late", label(49, "soon")],
      ["same second as the reading", label(50, secondsIn(90))],
    ];
    await receive(...arrivals.map(([, arrival]) => arrival));
    expect(await namesOf(arrivals)).toEqual(["newest", "same second as the reading", "read", "late"]);
    const texts = (await feed()).items.map((entry) => (entry.kind === "delivery" ? entry.event_at_text : entry.kind));
    expect(texts).toEqual([null, null, "reading", "soon"]);
  });

  it.each<[VerificationEventKind, string[]]>([
    ["status", ["created", "finished", "verification read", "finished read"]],
    ["documents", ["document_status_updated", "verification read"]],
    ["findings", ["findings.updated"]],
    ["items", ["completed"]],
    ["labels", ["label_added"]],
    ["people", ["curp_search_completed", "people read"]],
    ["readings", ["verification read", "people read", "tag read", "finished read"]],
    ["set_aside", ["dreamt"]],
  ])("can be narrowed to %s", async (kind, expected) => {
    const arrivals = oneOfEach();
    await receive(...arrivals.map(([, arrival]) => arrival));
    expect(await namesOf(arrivals, kind)).toEqual(expected.toReversed());
  });

  it("puts a read of findings among the findings if they were computed again", async () => {
    const findings = { items: [], computed_at: secondsIn(5) };
    await receive(
      read(id, 10, answer({ findings })),
      read(id, 11, answer({ findings, tag: "X" })),
      read(id, 12, answer({ findings: { ...findings, computed_at: secondsIn(6) }, tag: "X" })),
    );
    const { items } = await feed({ kind: "findings" });
    expect(items.map((entry) => entry.kind === "reading" && entry.read_at)).toEqual([
      secondsIn(12).replace("000Z", "000000Z"),
      secondsIn(10).replace("000Z", "000000Z"),
    ]);
  });

  it("has pages without gaps and repetitions, whatever the filter", async () => {
    await receive(...oneOfEach().map(([, arrival]) => arrival));
    for (const kind of [undefined, ...VERIFICATION_EVENT_KINDS]) {
      const filter = kind ? { kind } : {};
      const whole = (await feed(filter)).items;
      const pages: typeof whole = [];
      let cursor: string | null = null;
      do {
        const page = await feed({ ...filter, cursor, limit: 1 });
        expect(page.items.length).toBeLessThanOrEqual(1);
        pages.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(pages).toEqual(whole);
    }
  });

  it("is empty, not an error, if nothing was received, and refuses an invalid cursor", async () => {
    expect(await feed()).toEqual({ items: [], next_cursor: null });
    await receive(createdEvent());
    await expect(feed({ cursor: "'; DROP" })).rejects.toThrow("Invalid cursor.");
  });

  it("holds nothing of other verifications", async () => {
    await receive(...oneOfEach().map(([, arrival]) => arrival));
    id = "ver_other";
    expect(await feed()).toEqual({ items: [], next_cursor: null });
  });
});

describe("a delivery", () => {
  it("is shown as it was sent, with the state of its reception", async () => {
    const body = `{"event_name":"verification.v2.created","data":{"b":1, "verification_id":"${id}"}}`;
    await receive({ kind: "delivery", t: HISTORY_START, body });
    expect((await feed()).items).toEqual([
      {
        kind: "delivery",
        entry_id: expect.any(Number),
        delivery_id: expect.any(Number),
        event_name: "verification.v2.created",
        statement: { kind: "created" },
        event_at: "2026-11-20T10:00:00.999999Z",
        state: "applied",
        received_at: expect.any(String),
        signed_at: secondsIn(0).replace("000Z", "000000Z"),
        event_at_text: null,
        late: false,
        copies: 1,
        last_error: null,
        kept: true,
        too_large: false,
        payload: body,
      },
    ]);
  });

  it("shows why it was not understood", async () => {
    await receive(unknownEvent());
    expect((await feed()).items).toMatchObject([
      { state: "unrecognized", event_name: "verification.v3.dreamt", last_error: expect.stringMatching(/^unknown_/) },
    ]);
  });
});

describe("a read", () => {
  it("shows its changes, and the answer", async () => {
    await receive(read(id, 10, answer({ tag: "A" })), read(id, 20, answer({ tag: "B" })));
    const { items } = await feed();
    expect(items).toMatchObject([
      {
        kind: "reading",
        subject: "verification",
        first: false,
        read_at: secondsIn(20).replace("000Z", "000000Z"),
        changes: [{ field: "tag", from: "A", to: "B" }],
        payload: JSON.stringify(answer({ tag: "B" })),
      },
      { kind: "reading", first: true, payload: JSON.stringify(answer({ tag: "A" })) },
    ]);
  });

  it("equal to the previous one is no entry, one equal to an older one is", async () => {
    await receive(
      read(id, 10, answer({ tag: "A" })),
      read(id, 20, answer({ tag: "A" })),
      read(id, 30, answer({ tag: "B" })),
      read(id, 40, answer({ tag: "B" })),
      read(id, 50, answer({ tag: "A" })),
    );
    const { items } = await feed();
    expect(items.map((entry) => entry.kind === "reading" && entry.read_at)).toEqual(
      [50, 30, 10].map((second) => secondsIn(second).replace("000Z", "000000Z")),
    );
  });

  it("stored twice is one entry", async () => {
    await receive(read(id, 10, answer()), read(id, 10, answer()));
    expect((await feed()).items).toHaveLength(1);
  });

  it("is compared with its predecessor by time, however late that arrived", async () => {
    await receive(read(id, 20, answer({ tag: "B" })), read(id, 10, answer({ tag: "A" })));
    expect((await feed()).items).toMatchObject([
      { first: false, changes: [{ field: "tag", from: "A", to: "B" }] },
      { first: true, changes: [{ field: "status" }, { field: "tag", to: "A" }] },
    ]);
  });

  it("shows numbers of people, not the people", async () => {
    await receive(read(id, 10, { full_list: [{ people_id: 7, full_name: "Walter Bautista" }] }, "people"));
    const { items } = await feed();
    expect(items).toMatchObject([
      {
        subject: "people",
        payload: null,
        changes: [{ field: "people", from: null, to: 1, added: 1, removed: 0, changed: 0 }],
      },
    ]);
    expect(JSON.stringify(items)).not.toContain("Walter");
  });

  it("is absent before it was applied", async () => {
    await storeArrivals(database.pool, [read(id, 10, answer())]);
    expect((await feed()).items).toEqual([]);
    await drainInbox(database);
    expect((await feed()).items).toHaveLength(1);
  });
});
