import type { Role } from "#lib/contract/access/user.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import { dateIn, offsetAt } from "#lib/contract/review/working-time.ts";
import { type Instant, instantFromMs } from "#lib/contract/time.ts";
import { enqueue } from "#lib/server/channels/outgoing.ts";
import { type Client, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { isMailConfigured } from "#lib/server/mail/send.ts";
import { readPolicy } from "#lib/server/review/policy.ts";
import { OF_READER, valuesOf } from "./list.ts";
import { CHOICE, LOCALE } from "./mail-choice.ts";

/** A notice that was just written; an alert has no verification. */
export type NewNotice = { id: number; user_id: string; kind: string; source: string; verification_id: string | null };

const AT_ONCE_READERS = `
  SELECT user_id, locale FROM notice_mail WHERE user_id = ANY ($1::uuid[]) AND choice = 'at_once'`;

const MAILED = "UPDATE notices SET mailed_at = now() WHERE id = ANY ($1::bigint[])";

/** Queues a mail of each new notice for users with the choice `at_once`, in the transaction that writes the notices. */
export async function mailAtOnce(tx: Client, written: readonly NewNotice[]): Promise<void> {
  if (written.length === 0 || !isMailConfigured()) return;
  const users = [...new Set(written.map(({ user_id }) => user_id))];
  const { rows } = await tx.query<{ user_id: string; locale: Locale }>(AT_ONCE_READERS, [users]);
  const locales = new Map(rows.map(({ user_id, locale }) => [user_id, locale]));
  const wanted = written.filter(({ user_id }) => locales.has(user_id));
  await enqueue(
    tx,
    wanted.map(({ user_id, kind, source, verification_id }) => ({
      target: { user_id },
      locale: locales.get(user_id) ?? null,
      kind: "notice",
      source: `${kind} ${source}`,
      verification_id,
      payload: { kind, verification_id },
    })),
  );
  await tx.query(MAILED, [wanted.map(({ id }) => id)]);
}

/** Users with a digest and with unread, unmailed notices from before its time. */
const DIGEST_READERS = `
  SELECT users.id, users.role, ${LOCALE} AS locale FROM users LEFT JOIN notice_mail AS mail ON mail.user_id = users.id
  WHERE users.disabled_at IS NULL AND ${CHOICE} = ANY ($1::text[]) AND EXISTS (
    SELECT FROM notices WHERE user_id = users.id AND read_at IS NULL AND mailed_at IS NULL AND noted_at < $2)`;

/** Nobody reads as many; the next digest counts the rest. */
const MAX_NOTICES = 1_000;

const UNMAILED = `
  SELECT notice.id, notice.kind ${OF_READER} AND notice.read_at IS NULL AND notice.mailed_at IS NULL
    AND notice.noted_at < $4 AND notice.noted_at > now() - interval '8 days'
  ORDER BY notice.id LIMIT ${MAX_NOTICES} FOR UPDATE SKIP LOCKED`;

const MONDAY = 1;

/**
 * Queues the digests of the day from the beginning of the working day in the policy's time zone on. A digest and the
 * marks of its notices are committed together, once for a user and day.
 */
export async function mailDigests({ pool }: Pooled, at: Instant = instantFromMs(Date.now())): Promise<number> {
  if (!isMailConfigured()) return 0;
  const { working } = await readPolicy(pool);
  const date = dateIn(at, working.time_zone);
  const time = instantOfClock(date, working.from, working.time_zone);
  if (at < time) return 0;
  const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY;
  const choices = ["daily", ...(isMonday ? ["monday"] : [])];
  const { rows } = await pool.query<Reader>(DIGEST_READERS, [choices, time]);
  let queued = 0;
  for (const reader of rows) queued += await inTransaction(pool, (tx) => digest(tx, reader, date, time));
  return queued;
}

type Reader = { id: string; role: Role; locale: Locale };

async function digest(tx: Client, reader: Reader, date: string, time: Instant): Promise<number> {
  const { rows } = await tx.query<{ id: number; kind: string }>(UNMAILED, [...valuesOf(reader), time]);
  if (rows.length === 0) return 0;
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  const counts = [...kinds].map(([kind, { length: count }]) => ({ kind, count }));
  const message = { target: { user_id: reader.id }, locale: reader.locale, payload: { counts } };
  const queued = await enqueue(tx, [{ ...message, kind: "notices", source: date }]);
  if (queued > 0) await tx.query(MAILED, [rows.map(({ id }) => id)]);
  return queued;
}

/** The instant at which a clock of the zone shows this time (`HH:MM`) on this day. */
function instantOfClock(date: string, clock: string, timeZone: string): Instant {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const shown = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  return instantFromMs(shown - offsetAt(shown - offsetAt(shown, timeZone), timeZone));
}
