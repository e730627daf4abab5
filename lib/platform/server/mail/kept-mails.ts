import type { KeptMail } from "#lib/platform/contract/mail/kept-mail.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/** The newest mails; older mails are deleted. */
const MAX_KEPT = 100;

/** A mail about an erased verification is not kept: an erasure waits for this lock, or has deleted the row. */
const INSERT = `
  WITH known AS (
    SELECT verification_id FROM verification_summaries WHERE verification_id = $1 FOR KEY SHARE
  ), kept AS (
    INSERT INTO kept_mails (verification_id, recipient, reply_to, subject, text)
    SELECT $1, $2, $3, $4, $5 WHERE $1::text IS NULL OR EXISTS (SELECT FROM known)
  )
  DELETE FROM kept_mails WHERE id IN (SELECT id FROM kept_mails ORDER BY id DESC OFFSET ${MAX_KEPT - 1})`;

/** Keeps a mail that an installation with the embedded service does not send. */
export async function keepMail(mail: Omit<KeptMail, "mail_id" | "at">, { pool }: Pooled): Promise<void> {
  await pool.query(INSERT, [mail.verification_id, mail.to, mail.reply_to, mail.subject, mail.text]);
}

const LIST = `
  SELECT id AS mail_id, created_at AS at, verification_id, recipient AS "to", reply_to, subject, text
  FROM kept_mails ORDER BY id DESC LIMIT ${MAX_KEPT}`;

/** The kept mails, newest first. */
export async function listKeptMails({ pool }: Pooled = database()): Promise<KeptMail[]> {
  return (await pool.query<KeptMail>(LIST)).rows;
}
