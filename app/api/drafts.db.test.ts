import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeUser, withdrawInvitation } from "#lib/access/server/change-users.ts";
import { currentSession } from "#lib/access/server/session.ts";
import { DRAFT_DAYS, type Draft, MAX_DRAFT_TEXT, MAX_DRAFTS } from "#lib/desk/contract/drafts/draft.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { callRoute, dashboardForEach, expectStoredNowhere } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { DELETE as DELETE_NOTE } from "./notes/[note_id]/route.ts";
import { DELETE, PUT } from "./verifications/[verification_id]/drafts/[kind]/route.ts";
import { GET } from "./verifications/[verification_id]/drafts/route.ts";
import { POST as ADD_NOTE } from "./verifications/[verification_id]/notes/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);
let verification_id: string;
let author: string;
let tests = 0;

beforeEach(async () => {
  tests += 1;
  await database().pool.query("DELETE FROM drafts");
  verification_id = `ver_drafted_${tests}`;
  await insertSummaries(database().pool, [{ verification_id }]);
});

async function as(role: Role): Promise<string> {
  await dashboard().signInAs(role);
  author = (await currentSession())?.user.id ?? expect.unreachable();
  return author;
}
const save = (kind: string, fields: object, id = verification_id) =>
  callRoute(PUT, { method: "PUT", params: { verification_id: id, kind }, body: { author, ...fields } });
const discard = (kind: string) => callRoute(DELETE, { method: "DELETE", params: { verification_id, kind } });
const read = async (): Promise<Draft[]> =>
  (await callRoute(GET, { method: "GET", params: { verification_id } })).body.items;
const texts = async () => (await read()).map(({ kind, text }) => [kind, text]);
const setRole = (id: string, role: Role) =>
  database().pool.query("UPDATE users SET role = $2 WHERE id = $1", [id, role]);

describe("drafts about a verification", () => {
  it("are kept for their author only, each in its last version, until they are discarded", async () => {
    await as("compliance");
    expect(await save("note", { text: " Llamé al clie" })).toMatchObject({ status: 204 });
    const [first] = await read();
    expect(first).toEqual({
      kind: "note",
      text: " Llamé al clie",
      choice: null,
      code: null,
      saved_at: expect.stringMatching(/Z$/),
    });
    await save("note", { text: "Llamé al cliente.\n", choice: "compliance" });
    await save("decide", { text: "No coincide", choice: "rejected", code: "tax_data" });
    const [decide, note] = await read();
    expect([decide, note]).toMatchObject([
      { kind: "decide", choice: "rejected", code: "tax_data" },
      { kind: "note", text: "Llamé al cliente.\n", choice: "compliance" },
    ]);
    expect((note?.saved_at ?? "") > (first?.saved_at ?? "")).toBe(true);
    for (const other of ["support", "admin"] as const) {
      await as(other);
      expect(await read()).toEqual([]);
      await discard("note");
    }
    await as("compliance");
    expect(await read()).toEqual([decide, note]);
    expect(await discard("decide")).toMatchObject({ status: 204 });
    expect(await discard("decide")).toMatchObject({ status: 204 });
    expect(await read()).toEqual([note]);
  });

  it("have the last change of a tab, in whatever order its requests arrive, and the last change of all tabs", async () => {
    await as("compliance");
    const [tab, other] = ["a".repeat(32), "b".repeat(32)];
    const typed = (text: string, change?: object) => save("note", { text, ...(change && { change }) });
    await typed("Llamé al cliente. No contestó.", { tab, number: 8 });
    for (const number of [7, 8]) {
      expect(await typed("Llamé al clien", { tab, number })).toMatchObject({ status: 204 });
      expect(await texts()).toEqual([["note", "Llamé al cliente. No contestó."]]);
    }
    for (const [text, change] of [
      ["Sí contestó.", { tab, number: 9 }],
      ["on another device", { tab: other, number: 1 }],
      ["in a tab of an earlier release", undefined],
      ["again", { tab, number: 2 }],
    ] as const) {
      await typed(text, change);
      expect(await texts()).toEqual([["note", text]]);
    }
  });

  it("are never stored for a user who has signed in on the same page since", async () => {
    const before = await as("compliance");
    await as("support");
    author = before;
    expect(await save("note", { text: "of somebody else" })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await expectStoredNowhere("of somebody else");
  });

  it("are written and read only while the role may write the final text", async () => {
    await as("support");
    for (const kind of ["decide", "approve", "return", "letter", "erase"])
      expect(await save(kind, { text: "x" }), kind).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await save("note", { text: "x", choice: "compliance" })).toMatchObject({ status: 403 });
    const admin = await as("admin");
    await save("erase", { text: "The customer asked for it." });
    await save("note", { text: "between us", choice: "compliance" });
    const { body: written } = await callRoute(ADD_NOTE, {
      params: { verification_id },
      body: { text: "a note", kind: "compliance" },
    });
    await save(`note-${written.note_id}`, { text: "a better note" });
    const all = await read();
    expect(all.map(({ kind }) => kind)).toEqual(["erase", "note", `note-${written.note_id}`]);
    try {
      await setRole(admin, "compliance");
      expect(await read()).toEqual(all.slice(1));
      await setRole(admin, "support");
      expect(await read()).toEqual([]);
      expect(await save(`note-${written.note_id}`, { text: "x" })).toMatchObject({ status: 404 });
    } finally {
      await setRole(admin, "admin");
    }
    expect(await read()).toEqual(all);
  });

  it("belong to their author also for a changed note, and are deleted with it", async () => {
    await as("support");
    const { body: note } = await callRoute(ADD_NOTE, { params: { verification_id }, body: { text: "Called." } });
    const kind = `note-${note.note_id}`;
    await save(kind, { text: "Called twice." });
    await as("compliance");
    expect(await save(kind, { text: "mine" })).toMatchObject({ status: 404 });
    await as("support");
    expect(await save(kind, { text: "elsewhere" }, `ver_drafted_${tests - 1}`)).toMatchObject({ status: 404 });
    expect(await texts()).toEqual([[kind, "Called twice."]]);
    await callRoute(DELETE_NOTE, { method: "DELETE", params: { note_id: String(note.note_id) } });
    expect(await read()).toEqual([]);
    expect(await save(kind, { text: "too late" })).toMatchObject({ status: 404 });
  });

  it("are refused if empty, too long, of another form, or about an unknown subject", async () => {
    await as("compliance");
    for (const fields of [
      {},
      { text: " \n" },
      { text: "x".repeat(MAX_DRAFT_TEXT + 1) },
      { text: "x", choice: "two words" },
      { text: "x", code: "x".repeat(61) },
      { text: "x", secret: "y" },
      { text: "x", change: { tab: "a".repeat(32) } },
      { text: "x", change: { tab: "of mine", number: 1 } },
      { text: "x", change: { tab: "a".repeat(32), number: 0 } },
    ])
      expect(await save("note", fields)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    for (const kind of ["notes", "note-0", "note-07", "note--7", "password", "__proto__"])
      expect(await save(kind, { text: "x" }), kind).toMatchObject({ status: 404 });
    expect(await save("note", { text: "x" }, "ver_of_nobody")).toMatchObject({ status: 404 });
    // The longest JSON that a text of the maximal length can have.
    expect(await save("letter", { text: "\u0001".repeat(MAX_DRAFT_TEXT) })).toMatchObject({ status: 204 });
  });

  it("are bounded: the author's oldest is deleted, and none of other authors", async () => {
    await as("support");
    await save("note", { text: "of support" });
    const id = await as("compliance");
    await database().pool.query(
      `INSERT INTO drafts (user_id, verification_id, kind, text, saved_at)
       SELECT $1, 'ver_many_' || n, 'note', 'x', now() - n * interval '1 minute' FROM generate_series(1, $2) AS n`,
      [id, MAX_DRAFTS],
    );
    await save("note", { text: "one more" });
    await save("note", { text: "one more." });
    const { rows } = await database().pool.query(
      "SELECT count(*) AS kept, min(saved_at) = max(saved_at) FILTER (WHERE verification_id = $2) AS oldest FROM drafts WHERE user_id = $1",
      [id, `ver_many_${MAX_DRAFTS - 1}`],
    );
    expect(rows).toEqual([{ kept: MAX_DRAFTS, oldest: true }]);
    expect(await texts()).toEqual([["note", "one more."]]);
    await as("support");
    expect(await texts()).toEqual([["note", "of support"]]);
  });

  it("leave no entry in the trail", async () => {
    await as("compliance");
    const entries = async () => (await database().pool.query("SELECT FROM audit_log")).rowCount;
    const before = await entries();
    await save("letter", { text: "Buen día:", choice: "es-MX" });
    await discard("letter");
    expect(await entries()).toBe(before);
  });
});

describe("drafts are deleted", () => {
  it("with the verification, and cannot be saved after", async () => {
    await as("compliance");
    await save("decide", { text: "gone with the file" });
    await eraseVerification({ verification_id }, SYSTEM_ACTOR);
    await expectStoredNowhere("gone with the file");
    expect(await save("decide", { text: "too late" })).toMatchObject({ status: 404 });
  });

  it("a number of days after their last change", async () => {
    await as("compliance");
    for (const kind of ["note", "letter"]) await save(kind, { text: kind });
    const aged = (kind: string, days: number) =>
      database().pool.query(
        "UPDATE drafts SET saved_at = now() - make_interval(days => $3) WHERE verification_id = $1 AND kind = $2",
        [verification_id, kind, days],
      );
    await aged("note", DRAFT_DAYS + 1);
    await aged("letter", DRAFT_DAYS - 1);
    expect(await retain(new AbortController().signal)).toMatchObject({ drafts: 1 });
    expect(await texts()).toEqual([["letter", "letter"]]);
  });

  it("with the account, once it is disabled or its invitation withdrawn", async () => {
    const by = await as("admin");
    const add = async (name: string, joined: boolean) => {
      const { rows } = await database().pool.query<{ id: string }>(
        `INSERT INTO users (id, email, name, role, joined_at) VALUES (gen_random_uuid(), $1, $1, 'support', CASE WHEN $2 THEN now() END)
         RETURNING id`,
        [name, joined],
      );
      const id = rows[0]?.id ?? expect.unreachable();
      await database().pool.query(
        "INSERT INTO drafts (user_id, verification_id, kind, text) VALUES ($1, $2, 'note', 'x')",
        [id, verification_id],
      );
      return id;
    };
    const [leaves, invited] = [await add("leaves", true), await add("invited", false)];
    await changeUser({ by, id: leaves, change: { name: "Still here" } });
    const left = async () =>
      (
        await database().pool.query<{ user_id: string }>("SELECT user_id FROM drafts WHERE verification_id = $1", [
          verification_id,
        ])
      ).rows.map(({ user_id }) => user_id);
    expect((await left()).toSorted()).toEqual([leaves, invited].toSorted());
    await changeUser({ by, id: leaves, change: { disabled: true } });
    expect(await left()).toEqual([invited]);
    await withdrawInvitation({ by, id: invited });
    expect(await left()).toEqual([]);
  });
});
