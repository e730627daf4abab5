import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { changePolicy, readPolicy } from "#lib/desk/server/review/policy.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { claimNext, recordResult } from "#lib/outbound/server/channels/claim.ts";
import { deliver } from "#lib/outbound/server/channels/deliver.ts";
import { messageOf } from "#lib/outbound/server/channels/messages.ts";
import { diskLow } from "#lib/outbound/server/notices/alerts/processing.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { DASHBOARD_MIGRATIONS } from "#lib/platform/server/db/migrate.ts";
import { crashAfter, Killed } from "#tools/test/crash-after.ts";
import { startMailServer } from "#tools/test/mail-server.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { quietNow, setAlertSettings } from "#tools/test/quiet-now.ts";
import { listNotices, markRead } from "./list.ts";
import { mailAtOnce, mailDigests } from "./mail.ts";
import { readNoticeMail, setNoticeMail } from "./mail-choice.ts";
import { noticePeople } from "./notifier.ts";
import { watchInstallation } from "./watch.ts";

const server = await startMailServer();
afterAll(() => server.close());
const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

const EXAMPLE = { folder: "BACKUP_DIR", free_megabytes: 4200, host: "cotejo-1" };

let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
  vi.stubEnv("MAIL_FROM", "cotejo@example.mx");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  await begin();
  await noticePeople(database);
});

beforeEach(async () => {
  await pool.query("DELETE FROM outgoing");
  await pool.query("UPDATE notices SET read_at = now(), mailed_at = now(), mail_id = NULL");
  await pool.query("DELETE FROM notice_mail");
});

const assign = async (id: string) => {
  await receive(...finishedFile(id));
  const { version } = await review(id);
  await changeReview(id, { version, state: "open", assignee: raul.id }, ana, database);
};
type Queued = { user_id: string; kind: string; locale: string; verification_id: string | null; payload: object };
const queued = async () =>
  (await pool.query<Queued>("SELECT user_id, kind, locale, verification_id, payload FROM outgoing ORDER BY id")).rows;

/** Of the policy's working day, which begins at 09:00 in Mexico City, six hours behind UTC. */
const THURSDAY = "2099-01-01T15:00:00.000000Z";
const SATURDAY = "2099-01-03T15:00:00.000000Z";
const MONDAY = "2099-01-05T15:00:00.000000Z";
const TUESDAY = "2099-01-06T15:00:00.000000Z";
const EARLY = "2099-01-05T14:59:00.000000Z";

const soon = (seconds = 60) => instantFromMs(Date.now() + seconds * 1_000);
/** Makes the due attempts; the mail server answers each with this status. */
async function attempt(status: 250 | 451 | 550) {
  server.refuse = () => (status === 250 ? null : { status, text: "no" });
  for (let message = await claimNext(database, null); message; message = await claimNext(database, null)) {
    await recordResult(database, message, await deliver(database, message));
  }
}
const shown = async () =>
  (await listNotices(raul, "en", { unread: true }, database)).items.map(({ mail_failed }) => mail_failed);

it("mails a notice at once to users with that choice, in their language, wherever the worker is killed", async () => {
  await setNoticeMail(raul.id, { choice: "at_once", locale: "en" }, database);
  await assign("ver_at_once");
  await noticePeople(database);
  for (let operations = 0; ; operations += 1) {
    const killed = { pool: crashAfter(operations).pool(pool) };
    const outcome = await mailAtOnce(killed, soon()).catch((error: unknown) => error);
    // PostgreSQL releases the locks of a killed worker a moment later; until then no other worker searches.
    if (!(outcome instanceof Killed) && (await queued()).length > 0) break;
  }
  expect(await mailAtOnce(database, soon())).toBe(0);
  expect(await queued()).toEqual([
    {
      ...{ user_id: raul.id, kind: "notice", locale: "en", verification_id: "ver_at_once" },
      payload: { kind: "assigned", verification_id: "ver_at_once" },
    },
  ]);
  expect(await mailDigests(database, MONDAY)).toBe(0);
});

it("mails an alert at once with its facts and begin, and says as much as a channel", async () => {
  const boss = await user("Boss", "admin");
  await setNoticeMail(boss.id, { choice: "at_once", locale: "en" }, database);
  await pool.query(
    `WITH one AS (INSERT INTO alerts (kind, source, since, facts) VALUES ('disk_low', '1', $2, $3) RETURNING id)
     INSERT INTO notices (kind, user_id, source, alert_id, at) SELECT 'disk_low', $1, '1', id, now() FROM one`,
    [boss.id, "2026-11-20T12:54:00.000000Z", EXAMPLE],
  );
  expect(await mailAtOnce(database, soon())).toBe(1);
  const [{ payload } = { payload: {} }] = await queued();
  expect(messageOf("notice", payload, "en")).toEqual({
    title: "Disk almost full",
    lines: [
      "4200 MB are free for BACKUP_DIR on the machine cotejo-1.",
      "Since: 2026-11-20 12:54 UTC",
      "Make room or enlarge the disk: without space nothing can be saved.",
    ],
    path: "/settings/system",
  });
});

it("holds the mail of an alert back in quiet hours, security and other notices not, and leaves out one that has ended", async () => {
  const [admin, other] = [await user("Night", "admin"), await user("Other", "admin")];
  await setNoticeMail(admin.id, { choice: "at_once", locale: "en" }, database);
  await setAlertSettings(database, { quiet: quietNow() });
  await pool.query("DELETE FROM alerts");
  let full = true;
  const look = () => (full ? { since: "2026-11-20T12:54:00.000000Z", facts: EXAMPLE } : null);
  const watch = () => watchInstallation(database, { conditions: [{ ...diskLow, look }], incidents: [] });
  await watch();
  // Both by one person, within one act.
  await pool.query(
    `WITH act AS (INSERT INTO alerts (kind, source, facts, resolved_at) SELECT kind, 'night', '{}', now()
       FROM unnest(ARRAY['reviews_unassigned', 'passkey_copied']) AS kind RETURNING id, kind)
     INSERT INTO notices (kind, user_id, source, alert_id, at, caused_by) SELECT kind, $1, 'night', id, now(), $2 FROM act`,
    [admin.id, other.id],
  );
  expect(await mailAtOnce(database, soon())).toBe(3);
  const mailed = async () => {
    const kinds: unknown[] = [];
    for (let mail = await claimNext(database, null); mail; mail = await claimNext(database, null))
      if (mail.user_id === admin.id) kinds.push((mail.payload as { kind: string }).kind);
    return kinds.toSorted();
  };
  expect(await mailed()).toEqual(["passkey_copied"]);
  full = false;
  await watch();
  await pool.query("UPDATE outgoing SET next_attempt_at = now() WHERE state = 'pending' AND attempts = 0");
  expect(await mailed()).toEqual(["reviews_unassigned"]);
  expect(await mailAtOnce(database, soon())).toBe(0);
  await setAlertSettings(database, { quiet: null });
});

it("mails the notices of a bulk assignment together, once it has ended", async () => {
  await setNoticeMail(raul.id, { choice: "at_once", locale: "en" }, database);
  for (let file = 1; file <= 3; file += 1) {
    await assign(`ver_bulk_${file}`);
    await noticePeople(database);
    expect(await mailAtOnce(database)).toBe(0);
  }
  await noticePeople(database);
  expect(await mailAtOnce(database, soon())).toBe(1);
  expect(await queued()).toMatchObject([
    { user_id: raul.id, kind: "notices", payload: { counts: [{ kind: "assigned", count: 3 }] } },
  ]);
});

it("does not wait for the end of acts that have no pause", async () => {
  await setNoticeMail(raul.id, { choice: "at_once", locale: "en" }, database);
  await assign("ver_long_1");
  await assign("ver_long_2");
  await noticePeople(database);
  const FIRST = "verification_id = 'ver_long_1'";
  await pool.query(`UPDATE notices SET noted_at = now() - interval '9 minutes' WHERE ${FIRST}`);
  expect(await mailAtOnce(database)).toBe(0);
  await pool.query(`UPDATE notices SET noted_at = now() - interval '11 minutes' WHERE ${FIRST}`);
  expect(await mailAtOnce(database)).toBe(1);
});

it("a notice whose mail the server did not take says so, and is in the next digest", async () => {
  await setNoticeMail(raul.id, { choice: "at_once", locale: "en" }, database);
  await assign("ver_lost");
  await noticePeople(database);
  await mailAtOnce(database, soon());
  await attempt(451);
  expect(await shown()).toEqual([false]);
  expect(await mailDigests(database, THURSDAY)).toBe(0);
  await pool.query("UPDATE outgoing SET next_attempt_at = now()");
  await attempt(550);
  expect(await shown()).toEqual([true]);
  expect(await mailDigests(database, THURSDAY)).toBe(1);
  expect(await shown()).toEqual([false]);
  await attempt(550);
  expect(await shown()).toEqual([true]);
  expect(await mailDigests(database, MONDAY)).toBe(1);
  await attempt(250);
  expect(await shown()).toEqual([false]);
  expect(await mailDigests(database, TUESDAY)).toBe(0);
});

it("the upgrade finds the mails of notices that were queued before it", async () => {
  await assign("ver_before");
  await noticePeople(database);
  await mailDigests(database, THURSDAY);
  await attempt(550);
  await pool.query("ALTER TABLE notices DROP COLUMN mail_id");
  await pool.query(readFileSync(join(DASHBOARD_MIGRATIONS.folder, "0048_mails_of_notices.sql"), "utf8"));
  expect(await shown()).toEqual([true]);
});

it("sends digests on working days only, and that of a free Monday on the next one", async () => {
  await assign("ver_free");
  await noticePeople(database);
  expect(await mailDigests(database, SATURDAY)).toBe(0);
  await setNoticeMail(raul.id, { choice: "monday", locale: "en" }, database);
  const policy = await readPolicy(pool);
  const holidays = [...policy.working.holidays, MONDAY.slice(0, 10)];
  const { after } = await changePolicy({ ...policy, working: { ...policy.working, holidays } }, ana.id, database);
  expect(await mailDigests(database, MONDAY)).toBe(0);
  expect(await mailDigests(database, TUESDAY)).toBe(1);
  await changePolicy({ ...policy, version: after.version }, ana.id, database);
});

it("mails one digest a day of unread, unmailed notices to users without a choice", async () => {
  await assign("ver_daily_1");
  await assign("ver_daily_2");
  await noticePeople(database);
  expect(await queued()).toEqual([]);
  expect(await mailDigests(database, EARLY)).toBe(0);
  for (let operations = 0; ; operations += 1) {
    const outcome = await mailDigests({ pool: crashAfter(operations).pool(pool) }, THURSDAY).catch((error) => error);
    if (!(outcome instanceof Killed) && (await queued()).length > 0) break;
  }
  await mailDigests(database, THURSDAY);
  expect(await queued()).toEqual([
    {
      ...{ user_id: raul.id, kind: "notices", locale: "es-MX", verification_id: null },
      payload: { counts: [{ kind: "assigned", count: 2 }] },
    },
  ]);
  await assign("ver_daily_3");
  await noticePeople(database);
  await markRead(raul.id, { all: true }, database);
  expect(await mailDigests(database, MONDAY)).toBe(0);
});

it("sends a digest on Mondays, or none", async () => {
  await setNoticeMail(raul.id, { choice: "monday", locale: "es-MX" }, database);
  await assign("ver_monday");
  await noticePeople(database);
  expect(await mailDigests(database, THURSDAY)).toBe(0);
  await setNoticeMail(raul.id, { choice: "never", locale: "es-MX" }, database);
  expect(await mailDigests(database, MONDAY)).toBe(0);
  await setNoticeMail(raul.id, { choice: "monday", locale: "es-MX" }, database);
  expect(await mailDigests(database, EARLY)).toBe(0);
  expect(await mailDigests(database, MONDAY)).toBe(1);
  expect(await readNoticeMail(raul.id, database)).toEqual({ choice: "monday", locale: "es-MX", configured: true });
});

it("has words without names in both languages", () => {
  for (const locale of LOCALES) {
    expect(messageOf("notices", { counts: [{ kind: "assigned", count: 2 }] }, locale).lines).toHaveLength(2);
    expect(messageOf("notice", { kind: "overdue", verification_id: "ver_1" }, locale).path).toBe(
      "/verifications/ver_1",
    );
    expect(messageOf("notice", { kind: "disk_low", verification_id: null }, locale).path).toBe("/settings/system");
  }
});
