import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { DeliveryEntry, ReadingEntry } from "#lib/core/contract/verifications/activity.ts";
import type { Note } from "#lib/desk/contract/notes/note.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Asked, expectAccessible, failing, mountPage } from "#tools/test/mounted-page.tsx";
import { ActivitySection } from "./activity-section.tsx";

const AT = "2026-11-20T12:00:00.000000Z";
const FILE = "/api/verifications/ver_1";

const delivery = (entry_id: number, more: Partial<DeliveryEntry>): DeliveryEntry => ({
  ...{ kind: "delivery", entry_id, delivery_id: entry_id, event_name: null, statement: null, state: "applied" },
  ...{ received_at: AT, signed_at: AT, event_at: AT, event_at_text: null, late: false, copies: 1, last_error: null },
  ...{ kept: true, too_large: false, payload: '{"sent":true}', ...more },
});
const FINDINGS = delivery(3, {
  event_name: "verification.v2.findings.updated",
  statement: { kind: "findings", source: "provisional", high: 1, medium: 0, low: 0, other: 0 },
});
const ITEM = delivery(2, {
  event_name: "verification.v2.item.status_updated",
  statement: { kind: "item_status", from: null, to: "queued", item_id: 7, item_type: "csf_mx", item_error: null },
});
const READING: ReadingEntry = {
  ...{ kind: "reading", entry_id: 1, subject: "verification", read_at: AT, first: true, changes: [], kept: true },
  ...{ too_large: false, payload: '{"answer":true}' },
};
const OF_KIND: Record<string, unknown[]> = { findings: [FINDINGS], readings: [READING], set_aside: [] };

/** The activity of a file with these notes. */
function mounted(role: Role = "compliance", begun: Note[] = []) {
  let notes = begun;
  const app = mountPage(<ActivitySection verificationId="ver_1" />, {
    role,
    answers: {
      [`GET ${FILE}/events`]: ({ query }: Asked) => ({
        items: OF_KIND[query.get("kind") ?? ""] ?? [FINDINGS, ITEM, READING],
        next_cursor: null,
      }),
      [`GET ${FILE}/notes`]: () => ({ items: notes, kinds: ["general", "compliance"] }),
      [`GET ${FILE}/letters`]: { items: [], reply_to: null },
      [`GET ${FILE}/drafts`]: { items: [] },
      [`GET ${FILE}/custody`]: { kept: null, erasable: true, holds: [], decided: false, relation_ended_on: null },
      ...{ [`PUT ${FILE}/drafts/note`]: {}, [`DELETE ${FILE}/drafts/note`]: {} },
      ...{ [`PUT ${FILE}/drafts/note-1`]: {}, [`DELETE ${FILE}/drafts/note-1`]: {} },
    },
  });
  /** Replaces the notes with the answer to a request. */
  const changing = (now: Note[]) => () => {
    notes = now;
    return { ...now[0], unknown_mentions: [] };
  };
  return { ...app, changing };
}

const entry = (text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
const button = (name: string) => page.getByRole("button", { name });
const field = page.getByRole("textbox", { name: "Add a note" });
const note = page.getByRole("article");

it.each([
  ["compliance", 0],
  ["admin", 1],
] as const)(
  "shows all entries or one kind of them, to the role %s with %i payload of an entry",
  async (role, count) => {
    mounted(role);
    const payload = (within: typeof page | ReturnType<typeof entry>) =>
      within.getByRole("region", { name: /^(Payload as it was sent|Answer)/ }).elements();
    await expect.element(entry(/queued/)).toBeVisible();
    const show = page.getByLabelText("Show", { exact: true });
    await show.selectOptions("Findings");
    await expect.element(entry(/queued/)).not.toBeInTheDocument();
    await entry(/Provisional run: 1 high/)
      .getByText(/Provisional run/)
      .click();
    await expect.element(page.getByText("verification.v2.findings.updated", { exact: true })).toBeVisible();
    expect(payload(page)).toHaveLength(count);
    await expectAccessible();
    await show.selectOptions("Refreshes from the service");
    await entry("Refreshed from the service").getByText("first time").click();
    await expect.element(page.getByText(/^Read /)).toBeVisible();
    expect(payload(page)).toHaveLength(count);
    await show.selectOptions("Not processed");
    await expect.element(page.getByText("Nothing of this kind has come in.")).toBeVisible();
  },
);

it("says that the activity could not be loaded, and loads it again by a button", async () => {
  const { answer, client } = mounted();
  await expect.element(entry(/queued/)).toBeVisible();
  client.clear();
  answer(`GET ${FILE}/events`, () => failing(503, "DATABASE_UNAVAILABLE"));
  await page.getByLabelText("Show", { exact: true }).selectOptions("Findings");
  await expect.element(page.getByRole("alert").getByText(/could not be loaded/)).toBeVisible();
  await expectAccessible();
  answer(`GET ${FILE}/events`, { items: [FINDINGS], next_cursor: null });
  await button("Try again").click();
  await expect.element(entry(/Provisional run/)).toBeVisible();
});

const WRITTEN: Note = {
  ...{ note_id: 1, verification_id: "ver_1", kind: "general", own: true, created_at: AT, edited_at: null },
  ...{ text: "The power of attorney is to come.", author: { user_id: "u_1", name: "Ana Ruiz" }, history: [] },
};

it("keeps a note that failed to be saved in its field, until it is saved by a key", async () => {
  const { answer, changing } = mounted();
  await field.fill("To be kept.");
  answer(`POST ${FILE}/notes`, () => failing(503, "DATABASE_UNAVAILABLE"));
  await button("Add note").click();
  await expect.element(page.getByRole("alert").getByText(/Your text is still here/)).toBeVisible();
  await expect.element(field).toHaveValue("To be kept.");
  await expectAccessible();
  answer(`POST ${FILE}/notes`, changing([WRITTEN]));
  await field.click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(note.getByText(WRITTEN.text)).toBeVisible();
  await expect.element(field).toHaveValue("");
  await expect.element(page.getByText("The note was added.").first()).toBeInTheDocument();
});

it("changes a note with its history, and deletes it only after a question", async () => {
  const { answer, asked, changing } = mounted("compliance", [WRITTEN]);
  const text = note.getByRole("textbox", { name: "Text of the note" });
  await button("Edit note").click();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(text).not.toBeInTheDocument();
  await button("Edit note").click();
  await text.fill("The power of attorney came.");
  const history = [{ text: WRITTEN.text, at: AT }];
  const changed = { ...WRITTEN, text: "The power of attorney came.", edited_at: AT, history };
  answer("PATCH /api/notes/1", changing([changed]));
  await button("Save note").click();
  await expect.element(note.getByText("The power of attorney came.")).toBeVisible();
  await note.getByText("Show the earlier version").click();
  await expect.element(note.getByText(WRITTEN.text)).toBeVisible();

  await button("Delete note").click();
  await expect.element(button("Keep note")).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Keep note")).not.toBeInTheDocument();
  expect(asked.filter(({ method, path }) => `${method} ${path}` === "DELETE /api/notes/1")).toEqual([]);
  answer("DELETE /api/notes/1", () => {
    changing([])();
    return new Response(null, { status: 204 });
  });
  await button("Delete note").click();
  await expect.element(button("Keep note")).toHaveFocus();
  await button("Delete note").click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

it("offers no change of another user's note, and marks one for compliance", async () => {
  mounted("compliance", [{ ...WRITTEN, own: false, kind: "compliance" }]);
  await expect.element(note.getByText("Only for compliance")).toBeVisible();
  expect(note.getByRole("button").elements()).toEqual([]);
});
