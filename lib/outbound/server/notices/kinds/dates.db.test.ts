import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { stateAbout } from "#lib/desk/server/statements/state.ts";
import { listNotices } from "#lib/outbound/server/notices/list.ts";
import { noticePeople } from "#lib/outbound/server/notices/notifier.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import type { StatementInput } from "#lib/statements/contract/statement-input.ts";
import { authorOf } from "#lib/statements/server/table.ts";
import { ownDatabase } from "#tools/test/own-database.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const ZONE = "America/Mexico_City";
const today = dateIn(instantFromMs(Date.now()), ZONE);
const INE = { key: "ine", en: "INE", es: "INE", per: "file", warn_days: 30, counts: "always" };
let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raúl", "compliance");
  await begin({ documents: [INE], yearly_check: { months: 12, ahead_days: 0 } });
  await noticePeople(database);
});
afterEach(() => void vi.useRealTimers());

const state = (id: string, input: StatementInput) => stateAbout(id, input, authorOf(ana), database);
const expires = (days: number): StatementInput => ({
  ...{ kind: "document_dates", document_kind: "ine", expires_on: dayAfter(today, days) },
});
/** An accepted file of Raúl. */
async function file(id: string): Promise<void> {
  await receive(...finishedFile(id));
  const step = async (more: object) =>
    changeReview(id, { version: (await review(id)).version, state: "resolved", ...more }, ana, database);
  await step({ resolution: "accepted" });
  await step({ assignee: raul.id });
}
/** The reader's notices of due dates of a file, once the notifier has searched on this day. */
async function told(id: string, days: number, reader = raul): Promise<number> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.parse(startOfDay(dayAfter(today, days), ZONE)) + 60_000) });
  await noticePeople(database);
  vi.useRealTimers();
  const { items } = await listNotices(reader, "en", { unread: false, limit: 200 }, database);
  return items.filter(({ kind, verification_id }) => kind === "dates_due" && verification_id === id).length;
}

it("tells the assignee once, on the day on which the warning of an expiry begins", async () => {
  await file("ver_expires");
  await state("ver_expires", expires(40));
  expect(await told("ver_expires", 9)).toBe(0);
  expect(await told("ver_expires", 10)).toBe(1);
  expect(await told("ver_expires", 10)).toBe(1);
  expect(await told("ver_expires", 11)).toBe(1);
  expect(await told("ver_expires", 11, ana)).toBe(0);
  const { items } = await listNotices(raul, "es-MX", { unread: true }, database);
  expect(items.find(({ kind }) => kind === "dates_due")).toMatchObject({
    ...{ text: "Vencimientos: este expediente requiere atención", path: "/verifications/ver_expires" },
    at: startOfDay(dayAfter(today, 10), ZONE),
  });
});

it("tells one person of a day, though the file is handed on, and again of a later day", async () => {
  await file("ver_handed");
  await state("ver_handed", expires(40));
  expect(await told("ver_handed", 10)).toBe(1);
  await changeReview(
    "ver_handed",
    { version: (await review("ver_handed")).version, state: "resolved", assignee: ana.id },
    raul,
    database,
  );
  expect(await told("ver_handed", 10, ana)).toBe(0);
  await state("ver_handed", expires(80));
  expect(await told("ver_handed", 50, ana)).toBe(1);
});

it("is not written for a cause that has ended, and not shown once it has", async () => {
  await file("ver_renewed");
  await state("ver_renewed", expires(40));
  await state("ver_renewed", { kind: "document_dates", document_kind: "ine", no_expiry: true });
  expect(await told("ver_renewed", 10)).toBe(0);
  await state("ver_renewed", expires(41));
  expect(await told("ver_renewed", 11)).toBe(1);
  await state("ver_renewed", expires(400));
  expect(await told("ver_renewed", 11)).toBe(0);
});

it("tells of the day of a yearly check, until somebody has checked the file", async () => {
  await file("ver_check");
  await state("ver_check", { kind: "relation", since: "2020-01-01" });
  const checked = (days: number) =>
    state("ver_check", { kind: "yearly_check", outcome: "complete", checked_on: dayAfter(today, days) });
  // A year has 365 or 366 days: the next check is on one of two days.
  await checked(-360);
  expect(await told("ver_check", 4)).toBe(0);
  expect(await told("ver_check", 6)).toBe(1);
  await checked(0);
  expect(await told("ver_check", 6)).toBe(0);
});

it("leaves out files without an assignee, and an assignee whose account is disabled", async () => {
  await file("ver_nobody");
  await file("ver_disabled");
  await state("ver_nobody", expires(45));
  await state("ver_disabled", expires(45));
  await pool.query("UPDATE reviews SET assignee = NULL WHERE verification_id = 'ver_nobody'");
  await pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [raul.id]);
  expect(await told("ver_nobody", 15)).toBe(0);
  expect(await told("ver_disabled", 15)).toBe(0);
  await pool.query("UPDATE users SET disabled_at = NULL WHERE id = $1", [raul.id]);
  expect(await told("ver_disabled", 15)).toBe(1);
});

it("tells of many files in several transactions, also after days without a worker", async () => {
  await pool.query(
    "UPDATE notice_cursors SET begun_at = now() - interval '9 days', looked_to = now() - interval '3 days'",
  );
  await pool.query(
    `WITH file AS (SELECT 'ver_many_' || n AS id FROM generate_series(1, 1100) AS n), review AS (
       INSERT INTO reviews (verification_id, state, assignee, digest, standing, bases) SELECT id, 'resolved', $1, '', '{}', '[]' FROM file)
     INSERT INTO file_dates (verification_id, expired, too_old, expires_soon, unknown, causes, due_from, due_on)
     SELECT id, '{}', '{}', '{}', '{}', '[]', $2::date - 2, $2::date + 5 FROM file`,
    [raul.id, today],
  );
  const written = async () =>
    (
      await pool.query<{ files: number }>(
        "SELECT count(*)::int AS files FROM notices WHERE verification_id LIKE 'ver_many%' GROUP BY xmin ORDER BY min(id)",
      )
    ).rows.map(({ files }) => files);
  // A worker that is stopped after the first transaction.
  await noticePeople(database, AbortSignal.abort());
  expect(await written()).toEqual([500]);
  await noticePeople(database);
  expect(await written()).toEqual([500, 500, 100]);
  await noticePeople(database);
  expect(await written()).toEqual([500, 500, 100]);
});
