import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { heldUntil } from "#lib/outbound/contract/notices/alert-settings.ts";
import { enqueue, type Outgoing } from "#lib/outbound/server/channels/outgoing.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { addMs, dayAfter, type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { addWorkingMs, dateIn, isWorkingDay, startOfDay, type Working } from "#lib/platform/contract/working-time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";
import { readAlertSettings } from "./alert-settings.ts";
import { MAIL_FAILED, OF_READER, valuesOf } from "./list.ts";
import { CHOICE, LOCALE } from "./mail-choice.ts";

/** SQL: the row `notice` is unread and in no mail that the mail server took or may still take, and is not too old for one. */
const UNMAILED = `notice.read_at IS NULL AND notice.noted_at > now() - interval '16 days'
  AND (notice.mailed_at IS NULL OR ${MAIL_FAILED})`;

/** SQL: the row `notice` was in no mail yet. Without a mail within an hour it is in the next digest. */
const NEW = "notice.read_at IS NULL AND notice.mailed_at IS NULL AND notice.noted_at > now() - interval '1 hour'";

/** Users of these choices with such notices from before a time. */
const READERS = (condition: string) => `
  SELECT users.id, users.role, ${LOCALE} AS locale FROM users LEFT JOIN notice_mail AS mail ON mail.user_id = users.id
  WHERE users.disabled_at IS NULL AND ${CHOICE} = ANY ($1::text[]) AND EXISTS (
    SELECT FROM notices AS notice WHERE user_id = users.id AND ${condition} AND noted_at < $2)`;

/** Nobody reads as many; the next mail has the rest. */
const MAX_NOTICES = 1_000;

const NOTICES = (condition: string) => `
  SELECT notice.id, notice.kind, notice.source, notice.verification_id, notice.caused_by, notice.noted_at,
    (SELECT since FROM alerts WHERE id = notice.alert_id), (SELECT facts FROM alerts WHERE id = notice.alert_id)
  ${OF_READER} AND ${condition} AND notice.noted_at < $4
  ORDER BY notice.id LIMIT ${MAX_NOTICES} FOR UPDATE SKIP LOCKED`;

const MAILED = `
  UPDATE notices SET mailed_at = now(), mail_id = mail.id FROM outgoing AS mail
  WHERE notices.id = ANY ($1::bigint[]) AND mail.target = $2 AND mail.kind = $3 AND mail.source = $4`;

type Reader = { id: string; role: Role; locale: Locale };
type Unmailed = { id: number; kind: string; source: string; verification_id: string | null; noted_at: Instant } & {
  caused_by: string | null;
  /** Of its alert. */
  since: Instant | null;
  facts: object | null;
};

const countsOf = (rows: readonly Unmailed[]) =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, { length: count }]) => ({ kind, count }));

/** Queues a mail of these notices and marks them, unless this mail was queued before. Returns the number of mails. */
async function mailNotices(
  tx: Client,
  { id: user_id, locale }: Reader,
  message: Omit<Outgoing, "target" | "locale">,
  rows: readonly Unmailed[],
): Promise<number> {
  const queued = await enqueue(tx, [{ target: { user_id }, locale, ...message }]);
  if (queued > 0) {
    await tx.query(MAILED, [rows.map(({ id }) => id), `user:${user_id}`, message.kind, message.source]);
  }
  return queued;
}

/** A bulk change writes its notices one by one: an act is mailed when it has caused none for so long. */
const PAUSE_MS = 10_000;
/** Acts without a pause are mailed after this time. */
const LONGEST_MS = 10 * 60_000;

/** When the next mail at once is due. */
export const NEXT_MAIL = `
  SELECT min(noted_at) + interval '${PAUSE_MS} milliseconds' FROM notices AS notice
    JOIN users ON users.id = notice.user_id LEFT JOIN notice_mail AS mail ON mail.user_id = notice.user_id
  WHERE users.disabled_at IS NULL AND ${CHOICE} = 'at_once' AND ${NEW}`;

/** Queues mails for users with the choice `at_once`: one for each act, which is all that the same person has just done. */
export async function mailAtOnce({ pool }: Pooled, at: Instant = instantFromMs(Date.now())): Promise<number> {
  if (!isMailConfigured()) return 0;
  const { rows } = await pool.query<Reader>(READERS(NEW), [["at_once"], addMs(at, -PAUSE_MS)]);
  if (rows.length === 0) return 0;
  const { working } = await readPolicy(pool);
  const { quiet } = await readAlertSettings(pool);
  const dueOf = (kind: string) => heldUntil(kind, at, quiet, working);
  let queued = 0;
  for (const reader of rows) queued += await inTransaction(pool, (tx) => mailActs(tx, reader, at, dueOf));
  return queued;
}

async function mailActs(tx: Client, reader: Reader, at: Instant, dueOf: (kind: string) => Instant | null) {
  const { rows } = await tx.query<Unmailed>(NOTICES(NEW), [...valuesOf(reader), at]);
  let queued = 0;
  const actOf = ({ caused_by, kind }: Unmailed) => `${caused_by ?? kind} ${dueOf(kind) ?? ""}`;
  for (const act of Map.groupBy(rows, actOf).values()) {
    const [first, last] = [act[0], act.at(-1)];
    if (!first || !last) continue;
    if (last.noted_at > addMs(at, -PAUSE_MS) && first.noted_at > addMs(at, -LONGEST_MS)) continue;
    const { kind, source, verification_id, since, facts } = first;
    const alert = since === null ? {} : { alert: { since, facts } };
    const message =
      act.length === 1
        ? { kind: "notice", verification_id, payload: { kind, verification_id, ...alert } }
        : { kind: "notices", payload: { counts: countsOf(act) } };
    queued += await mailNotices(tx, reader, { ...message, source: `${kind} ${source}`, due_at: dueOf(kind) }, act);
  }
  return queued;
}

/**
 * Queues the digests of the day from the beginning of the working day in the policy's time zone on; days without work have
 * none. A digest and the marks of its notices are committed together, once for a user and day. Users with the choice
 * `at_once` get one of the notices that no other mail has brought.
 */
export async function mailDigests({ pool }: Pooled, at: Instant = instantFromMs(Date.now())): Promise<number> {
  if (!isMailConfigured()) return 0;
  const { working } = await readPolicy(pool);
  const date = dateIn(at, working.time_zone);
  if (!isWorkingDay(date, working)) return 0;
  // A moment after midnight, which still belongs to the working time of the day before.
  const midnight = addMs(startOfDay(date, working.time_zone), 1);
  const time = addWorkingMs(midnight, 0, { ...working, to: "00:00" });
  if (at < time) return 0;
  const choices = ["at_once", "daily", ...(isFirstOfWeek(date, working) ? ["monday"] : [])];
  const { rows } = await pool.query<Reader>(READERS(UNMAILED), [choices, time]);
  let queued = 0;
  for (const reader of rows) queued += await inTransaction(pool, (tx) => digest(tx, reader, date, time));
  return queued;
}

/** Whether no earlier day since Monday is a working day. */
function isFirstOfWeek(date: string, working: Working): boolean {
  const sinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return !Array.from({ length: sinceMonday }, (_, day) => dayAfter(date, -1 - day)).some((day) =>
    isWorkingDay(day, working),
  );
}

async function digest(tx: Client, reader: Reader, date: string, time: Instant): Promise<number> {
  const { rows } = await tx.query<Unmailed>(NOTICES(UNMAILED), [...valuesOf(reader), time]);
  if (rows.length === 0) return 0;
  return mailNotices(tx, reader, { kind: "notices", source: date, payload: { counts: countsOf(rows) } }, rows);
}
