import { DEFAULT_CHOICE, DEFAULT_LOCALE, type NoticeMail } from "#lib/outbound/contract/notices/mail-choice.ts";
import type { NoticeMailInput } from "#lib/outbound/contract/notices/notice-input.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";

/** SQL: the choice and the language of the row `mail` of `notice_mail`, which may be missing. */
export const CHOICE = `COALESCE(mail.choice, '${DEFAULT_CHOICE}')`;
export const LOCALE = `COALESCE(mail.locale, '${DEFAULT_LOCALE}')`;

const READ = "SELECT choice, locale FROM notice_mail WHERE user_id = $1";

const WRITE = `
  INSERT INTO notice_mail (user_id, choice, locale) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET choice = EXCLUDED.choice, locale = EXCLUDED.locale`;

export async function readNoticeMail(user_id: string, { pool }: Pooled = database()): Promise<NoticeMail> {
  const { rows } = await pool.query<NoticeMailInput>(READ, [user_id]);
  return { ...(rows[0] ?? { choice: DEFAULT_CHOICE, locale: DEFAULT_LOCALE }), configured: isMailConfigured() };
}

/** Sets the choice and the language, and returns the previous ones. */
export async function setNoticeMail(
  user_id: string,
  { choice, locale }: NoticeMailInput,
  connection: Pooled = database(),
): Promise<NoticeMail> {
  const before = await readNoticeMail(user_id, connection);
  await connection.pool.query(WRITE, [user_id, choice, locale]);
  return before;
}
