import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  acknowledgeNotices,
  addNotice,
  listNotices as listAccountNotices,
} from "#lib/access/server/account-notices.ts";
import { addNote, deleteNote } from "#lib/desk/server/notes/notes.ts";
import { answerApproval, changeReview, type Reviewer, undoReview } from "#lib/desk/server/review/command.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { deliver, HISTORY_START, secondsIn } from "#tools/test/arrivals.ts";
import { crashAfter, Killed } from "#tools/test/crash-after.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { listNotices, markRead } from "./list.ts";
import { noticePeople } from "./notifier.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;
let sofia: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raúl Ñúñez", "compliance");
  sofia = await user("Sofia", "support");
  await begin({ approval: "high" });
});

const change = async (id: string, step: object, by = ana) =>
  changeReview(id, { version: (await review(id)).version, state: "open", ...step }, by, database);
const accept = (id: string, by = ana) => change(id, { state: "resolved", resolution: "accepted", reason: "Visto" }, by);
const listed = async (reader: Reviewer, id: string) => {
  const { items } = await listNotices(reader, "en", { unread: false, limit: 200 }, database);
  return items.filter(({ verification_id }) => verification_id === id);
};
/** The kinds of a reader's notices about a file, newest first. */
const told = async (reader: Reviewer, id: string) => {
  await noticePeople(database);
  return (await listed(reader, id)).map(({ kind }) => kind);
};
const note = (verification_id: string, text: string, by = ana, kind: "general" | "compliance" = "general") =>
  addNote({ verification_id, kind, text }, by, database);

it("writes no notice of causes from before its first run", async () => {
  await receive(...finishedFile("ver_before"));
  await change("ver_before", { assignee: raul.id });
  await note("ver_before", "@Raúl Ñúñez");
  expect(await told(raul, "ver_before")).toEqual([]);
  expect(await told(raul, "ver_before")).toEqual([]);
});

describe("a file that is assigned", () => {
  it("gives its addressee one notice with the assigner's name, and none to a user who takes it", async () => {
    await receive(...finishedFile("ver_assigned"));
    await change("ver_assigned", { assignee: raul.id });
    expect(await told(raul, "ver_assigned")).toEqual(["assigned"]);
    expect(await told(raul, "ver_assigned")).toEqual(["assigned"]);
    expect(await listed(raul, "ver_assigned")).toMatchObject([
      { text: "Ana assigned this file to you", path: "/verifications/ver_assigned", read_at: null },
    ]);
    await change("ver_assigned", { assignee: ana.id });
    expect(await told(ana, "ver_assigned")).toEqual([]);
  });

  it("has no notice once the step is undone", async () => {
    await receive(...finishedFile("ver_undone"));
    const { version } = await change("ver_undone", { assignee: raul.id });
    expect(await told(raul, "ver_undone")).toEqual(["assigned"]);
    await undoReview("ver_undone", version, ana, database);
    expect(await told(raul, "ver_undone")).toEqual([]);
  });
});

it("has one notice if it is handed over with a note", async () => {
  await receive(...finishedFile("ver_handed"));
  await change("ver_handed", { assignee: raul.id, note: "Page 2 is missing" });
  expect(await told(raul, "ver_handed")).toEqual(["handed_over"]);
  await expect(change("ver_handed", { assignee: raul.id, note: "Again" })).rejects.toMatchObject({ status: 400 });
  await expect(change("ver_handed", { assignee: null, note: "Again" })).rejects.toMatchObject({ status: 400 });
});

describe("a note", () => {
  it("mentions accounts that may read it by their whole names, but not its author", async () => {
    await receive(...finishedFile("ver_note"));
    await note("ver_note", "@raul nunez @Sofia @Ana", ana, "compliance");
    expect(await told(raul, "ver_note")).toEqual(["mentioned"]);
    expect(await told(sofia, "ver_note")).toEqual([]);
    expect(await told(ana, "ver_note")).toEqual([]);
    const { note_id } = await note("ver_note", "@Sofia");
    expect(await told(sofia, "ver_note")).toEqual(["mentioned"]);
    await deleteNote(note_id, ana, database);
    expect(await told(sofia, "ver_note")).toEqual([]);
  });

  it("is hidden from a reader whose role no longer reads it", async () => {
    await receive(...finishedFile("ver_role"));
    await note("ver_role", "@Raúl Ñúñez", ana, "compliance");
    expect(await told(raul, "ver_role")).toEqual(["mentioned"]);
    expect(await told({ ...raul, role: "support" }, "ver_role")).toEqual([]);
  });
});

describe("a decision", () => {
  it("notifies the other approvers, and its author of the approval", async () => {
    await receive(...finishedFile("ver_approval", [finding("high", "poder")]));
    await accept("ver_approval");
    expect(await told(raul, "ver_approval")).toEqual(["approval_asked"]);
    expect(await told(ana, "ver_approval")).toEqual([]);
    expect(await told(sofia, "ver_approval")).toEqual([]);
    const { version } = await review("ver_approval");
    await answerApproval("ver_approval", { version, approve: true }, raul, database);
    expect(await told(ana, "ver_approval")).toEqual(["approval_given"]);
  });

  it("notifies its author when it is returned, and when its facts change", async () => {
    await receive(...finishedFile("ver_returned", [finding("high", "poder")]));
    await accept("ver_returned");
    const { version } = await review("ver_returned");
    await answerApproval("ver_returned", { version, approve: false }, raul, database);
    expect(await told(ana, "ver_returned")).toEqual(["approval_refused"]);
    await receive(...finishedFile("ver_overtaken"));
    await accept("ver_overtaken");
    await receive(finalRun("ver_overtaken", [finding("high", "poder")], 300));
    expect(await told(ana, "ver_overtaken")).toEqual(["overtaken"]);
  });
});

it("notifies the assignee that the customer has answered", async () => {
  const later = (seconds: number): number => Math.ceil(Date.now() / 1000) - HISTORY_START + seconds;
  await receive(...finishedFile("ver_answered"));
  await change("ver_answered", { state: "waiting", follow_up_on: "2099-01-01", assignee: ana.id });
  await pool.query(
    "UPDATE reviews SET standing = jsonb_set(standing, '{wait,since}', to_jsonb($2::text)) WHERE verification_id = $1",
    ["ver_answered", secondsIn(later(-7200)).replace("Z", "000Z")],
  );
  const item = { verification_id: "ver_answered", item_id: 7, item_type: "person_id", item_error: null };
  await receive(
    deliver("verification_item.v2.completed", { ...item, completed_at: secondsIn(later(-5400)) }, later(-5400)),
  );
  expect(await told(ana, "ver_answered")).toEqual(["answered"]);
});

it("writes one notice when a review is due today, and one when it is overdue", async () => {
  await receive(...finishedFile("ver_due"));
  await change("ver_due", { assignee: ana.id });
  const due = (at: string) => pool.query(`UPDATE reviews SET due_at = ${at} WHERE verification_id = 'ver_due'`);
  await due("now()");
  expect(await told(ana, "ver_due")).toEqual(["overdue"]);
  expect(await told(ana, "ver_due")).toEqual(["overdue"]);
  await pool.query("UPDATE notice_cursors SET begun_at = now() - interval '2 days'");
  await due("now() + interval '1 second'");
  expect((await told(ana, "ver_due")).toSorted()).toEqual(["due_today", "overdue"]);
  await pool.query("UPDATE notice_cursors SET begun_at = now() - interval '1 hour'");
});

it("is read one by one, or all at once, by its own reader alone, and announced to open pages", async () => {
  await receive(...finishedFile("ver_read"));
  await change("ver_read", { assignee: raul.id });
  await noticePeople(database);
  const [first] = await listed(raul, "ver_read");
  const ids = { notice_ids: [first?.notice_id ?? 0] };
  await markRead(ana.id, ids, database);
  expect(await listed(raul, "ver_read")).toMatchObject([{ read_at: null }]);
  const announced = await announcedDuring(database.url, () => markRead(raul.id, ids, database));
  expect(announced[""]).toEqual(["notices"]);
  expect(await listed(raul, "ver_read")).toMatchObject([{ read_at: expect.any(String) }]);
  const { unread } = await listNotices(raul, "en", { unread: true }, database);
  expect(unread).toBeGreaterThan(0);
  await markRead(raul.id, { all: true }, database);
  expect(await listNotices(raul, "en", { unread: true }, database)).toEqual({
    items: [],
    unread: 0,
    next_cursor: null,
  });
});

it("continues on the next page by a cursor", async () => {
  const all = await listNotices(raul, "es-MX", { unread: false, limit: 200 }, database);
  const first = await listNotices(raul, "es-MX", { unread: false, limit: 2 }, database);
  const rest = await listNotices(raul, "es-MX", { unread: false, limit: 200, cursor: first.next_cursor }, database);
  expect([...first.items, ...rest.items]).toEqual(all.items);
  expect(all.next_cursor).toBeNull();
});

it("is erased with its file", async () => {
  await receive(...finishedFile("ver_erased"));
  await change("ver_erased", { assignee: raul.id });
  expect(await told(raul, "ver_erased")).toEqual(["assigned"]);
  await eraseVerification({ verification_id: "ver_erased" }, { user: null, address: null, user_agent: null }, database);
  const { rows } = await pool.query("SELECT FROM notices WHERE verification_id = 'ver_erased'");
  expect(rows).toEqual([]);
  expect(await told(raul, "ver_erased")).toEqual([]);
});

it("writes each notice once, however often and wherever it is killed", async () => {
  await receive(...finishedFile("ver_crash"));
  await change("ver_crash", { assignee: raul.id });
  let killed = 0;
  for (let operations = 0; ; operations += 1) {
    const process = crashAfter(operations);
    const outcome = await noticePeople({ pool: process.pool(pool) }).catch((error: unknown) => error);
    // PostgreSQL releases the locks of a killed worker a moment later; until then no other worker searches.
    if (!(outcome instanceof Killed) && (await told(raul, "ver_crash")).length > 0) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(10);
  expect(await told(raul, "ver_crash")).toEqual(["assigned"]);
});

it("writes each notice once when two workers search at the same time", async () => {
  await receive(...finishedFile("ver_twice"));
  await change("ver_twice", { assignee: raul.id });
  await Promise.all([noticePeople(database), noticePeople(database), noticePeople(database)]);
  expect(await told(raul, "ver_twice")).toEqual(["assigned"]);
});

it("notifies officers alone, once, that a data request is due within three working days", async () => {
  const of = async (reader: Reviewer) => {
    await noticePeople(database);
    const { items } = await listNotices(reader, "es-MX", { unread: false, limit: 200 }, database);
    return items.filter(({ kind }) => kind === "arco_due");
  };
  await noticePeople(database);
  const add = (due: string) =>
    pool.query(
      `INSERT INTO arco_requests (kind, name, received_at, due_at, due_on) VALUES ('access', 'Rosa', now(), now() + $1::interval, now()::date)`,
      [due],
    );
  await add("1 hour");
  await add("40 days");
  await add("-1 hour");
  const [notice] = await of(ana);
  expect(notice).toMatchObject({ verification_id: null, file: null, path: "/privacy" });
  expect(notice?.text).toBe("Una solicitud ARCO vence en tres días hábiles o menos");
  expect(await of(ana)).toHaveLength(1);
  expect(await of(raul)).toHaveLength(1);
  expect(await of(sofia)).toEqual([]);
});

it("notifies users once of an event of their account, until they acknowledge it", async () => {
  const ofAccount = async () => {
    await noticePeople(database);
    const { items } = await listNotices(sofia, "en", { unread: false, limit: 200 }, database);
    return items.filter(({ path }) => path === "/account").map(({ text }) => text);
  };
  const acknowledge = async () =>
    acknowledgeNotices(
      sofia.id,
      (await listAccountNotices(sofia.id, database)).map(({ id }) => id),
      database,
    );
  await noticePeople(database);
  await addNotice(pool, sofia.id, "password_reset", ["ana@example.mx"]);
  expect(await ofAccount()).toEqual(["Your password was reset"]);
  await addNotice(pool, sofia.id, "password_reset", ["raul@example.mx"]);
  await addNotice(pool, sofia.id, "wrong_codes");
  expect(await ofAccount()).toEqual(["A wrong code was typed after your correct password", "Your password was reset"]);
  await acknowledge();
  expect(await ofAccount()).toEqual([]);
  await addNotice(pool, sofia.id, "wrong_codes");
  expect(await ofAccount()).toHaveLength(1);
});
