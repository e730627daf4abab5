import { beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_EDITS, MAX_NOTE_TEXT, MAX_NOTES, type Note } from "#lib/desk/contract/notes/note.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { announcedDuring, messagesDuring } from "#tools/test/announced.ts";
import { callRoute, dashboardForEach, expectStoredNowhere } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { DELETE, PATCH } from "./notes/[note_id]/route.ts";
import { GET, POST } from "./verifications/[verification_id]/notes/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);
let verification_id: string;
let tests = 0;

beforeEach(async () => {
  tests += 1;
  verification_id = `ver_noted_${tests}`;
  await insertSummaries(database().pool, [{ verification_id }]);
});

const as = (role: Role) => dashboard().signInAs(role);
const write = (body: object, id = verification_id) => callRoute(POST, { params: { verification_id: id }, body });
const read = async (): Promise<Note[]> =>
  (await callRoute(GET, { method: "GET", params: { verification_id } })).body.items;
const change = (note_id: number, text: string) =>
  callRoute(PATCH, { method: "PATCH", params: { note_id: String(note_id) }, body: { text } });
const remove = (note_id: number) => callRoute(DELETE, { method: "DELETE", params: { note_id: String(note_id) } });

describe("notes of a verification", () => {
  it("are written by every role but auditors and read by all, oldest first, with their authors", async () => {
    const writers = ROLES.filter((role) => may(role, "notes.write"));
    for (const role of writers) {
      await as(role);
      const { status, body } = await write({ text: `  by ${role}\nin two lines ` });
      expect([status, body]).toEqual([
        201,
        {
          note_id: expect.any(Number),
          verification_id,
          kind: "general",
          text: `by ${role}\nin two lines`,
          author: { user_id: expect.any(String), name: role },
          own: true,
          created_at: expect.stringMatching(/Z$/),
          edited_at: null,
          history: [],
          unknown_mentions: [],
        },
      ]);
    }
    for (const role of ROLES) {
      await as(role);
      const notes = await read();
      expect(notes.map(({ author, own }) => [author.name, own])).toEqual(writers.map((one) => [one, one === role]));
    }
  });

  it("are answered with the names after an @ by which no reader of the note is told", async () => {
    const text = "@admin, @support y @Nadie: llamar al cliente";
    const { body: note } = await write({ text });
    expect(note.unknown_mentions).toEqual(["Nadie"]);
    expect((await write({ text, kind: "compliance" })).body.unknown_mentions).toEqual(["support", "Nadie"]);
    expect((await change(note.note_id, "@Nadia")).body.unknown_mentions).toEqual(["Nadia"]);
    expect((await read())[0]).not.toHaveProperty("unknown_mentions");
  });

  it("for compliance are hidden from support, which writes none either", async () => {
    await as("compliance");
    const { body: note } = await write({ text: "between us", kind: "compliance" });
    await as("admin");
    expect(await read()).toMatchObject([{ kind: "compliance", own: false }]);
    await as("support");
    expect((await callRoute(GET, { method: "GET", params: { verification_id } })).body).toEqual({
      items: [],
      kinds: ["general"],
    });
    expect(await change(note.note_id, "mine")).toMatchObject({ status: 404 });
    expect(await remove(note.note_id)).toMatchObject({ status: 404 });
    expect(await write({ text: "x", kind: "compliance" })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    await as("compliance");
    expect(await read()).toMatchObject([{ text: "between us" }]);
  });

  it("are changed by their author only, and keep their earlier text", async () => {
    await as("support");
    const { body: note } = await write({ text: "first" });
    const { body: second } = await change(note.note_id, "second");
    const { body: third } = await change(note.note_id, "third");
    expect(await change(note.note_id, "third")).toMatchObject({ status: 200, body: third });
    expect(third).toEqual({
      ...note,
      text: "third",
      edited_at: expect.any(String),
      history: [
        { text: "first", at: note.created_at },
        { text: "second", at: second.edited_at },
      ],
    });
    for (const role of ["compliance", "admin"] as const) {
      await as(role);
      expect([{ ...third, own: false }]).toMatchObject(await read());
      for (const answer of [await change(note.note_id, "mine"), await remove(note.note_id)])
        expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });

  it("are deleted by their author with their history", async () => {
    const { body: note } = await write({ text: "a secret slip of the pen" });
    await change(note.note_id, "better");
    expect(await remove(note.note_id)).toMatchObject({ status: 204 });
    expect(await read()).toEqual([]);
    expect(await remove(note.note_id)).toMatchObject({ status: 404 });
    await expectStoredNowhere("secret slip");
  });

  it("are on record by their ids, never by their text", async () => {
    const { body: note } = await write({ text: "a text of its own", kind: "compliance" });
    await change(note.note_id, "another text of its own");
    await remove(note.note_id);
    const { rows } = await database().pool.query(
      "SELECT action, ids, before, after FROM audit_log WHERE action LIKE 'note.%' AND outcome = 'done' ORDER BY id DESC LIMIT 3",
    );
    const ids = { verification_id, note_id: note.note_id };
    expect(rows.reverse()).toEqual([
      { action: "note.added", ids, before: null, after: { kind: "compliance" } },
      { action: "note.changed", ids, before: null, after: null },
      { action: "note.deleted", ids, before: null, after: null },
    ]);
    await expectStoredNowhere("text of its own");
  });

  it("are refused if empty, too long, of another form, or about an unknown subject", async () => {
    for (const body of [{}, { text: " \n" }, { text: "x".repeat(MAX_NOTE_TEXT + 1) }, { text: "x", kind: "private" }])
      expect(await write(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(await write({ text: "x".repeat(MAX_NOTE_TEXT) })).toMatchObject({ status: 201 });
    expect(await write({ text: "x" }, "ver_of_nobody")).toMatchObject({ status: 404 });
    for (const note_id of ["0", "x", "999999999"])
      expect(await callRoute(PATCH, { method: "PATCH", params: { note_id }, body: { text: "x" } })).toMatchObject({
        status: 404,
      });
  });

  it("and their versions are bounded", async () => {
    const { body: note } = await write({ text: "version 0" });
    await database().pool.query(
      "UPDATE notes SET history = (SELECT jsonb_agg(jsonb_build_object('text', 'x', 'at', now())) FROM generate_series(1, $2)) WHERE id = $1",
      [note.note_id, MAX_EDITS],
    );
    expect(await change(note.note_id, "one more")).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await database().pool.query(
      "INSERT INTO notes (verification_id, kind, text, user_id) SELECT $1, 'general', 'x', user_id FROM notes, generate_series(2, $3) WHERE id = $2",
      [verification_id, note.note_id, MAX_NOTES],
    );
    expect(await write({ text: "one more" })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await as("compliance");
    expect(await write({ text: "of another kind", kind: "compliance" })).toMatchObject({ status: 201 });
  });

  it("reveal nothing of hidden notes by their numbers", async () => {
    await as("compliance");
    for (let count = 0; count < 3; count += 1) {
      await write({ text: `for all ${count}` });
      await write({ text: "between us", kind: "compliance" });
    }
    await as("support");
    const notes = await read();
    expect(notes.map(({ text }) => text)).toEqual(["for all 0", "for all 1", "for all 2"]);
    for (const { note_id } of notes) expect(note_id).toBeGreaterThan(1_000_000);
  });

  it("are erased with the verification, and cannot be added after", async () => {
    await write({ text: "gone with the file" });
    await eraseVerification({ verification_id }, SYSTEM_ACTOR);
    expect(await read()).toEqual([]);
    await expectStoredNowhere("gone with the file");
    expect(await write({ text: "too late" })).toMatchObject({ status: 404 });
  });

  it("notify the pages that show them", async () => {
    const announced = await announcedDuring(database().url, () => write({ text: "x" }));
    expect(announced[verification_id]).toEqual(["notes"]);
  });

  it("for compliance notify only their readers, when they are written, changed and deleted", async () => {
    await as("compliance");
    const announced = await messagesDuring(database().url, async () => {
      const { body: note } = await write({ text: "between us", kind: "compliance" });
      await change(note.note_id, "between the two of us");
      await remove(note.note_id);
    });
    const message = { verification_id, kinds: ["notes"], permission: "notes.compliance" };
    expect(announced).toEqual([message, message, message]);
  });
});
