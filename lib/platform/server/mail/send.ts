import { randomUUID } from "node:crypto";
import { mailAddress } from "#lib/platform/contract/mail/address.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { keepMail } from "./kept-mails.ts";
import { answerOf, MailError, mailErrorOf, onOneLine } from "./mail-error.ts";
import { type Mail, sendBySmtp, smtpSettings } from "./smtp.ts";

type SentMail = { status: number; answer: string };

/** The result of an attempt. No attempt follows a permanent failure. */
export type MailResult =
  | { ok: true; status: number; answer: string | null }
  | { ok: false; permanent: boolean; status: number | null; error: string; answer: string | null };

const MAX_SUBJECT = 300;

/** Whether mails leave, or are kept for the page of the sandbox. */
export const isMailConfigured = (current: Pick<Env, "SMTP_URL" | "sandbox"> = env()): boolean =>
  current.SMTP_URL !== undefined || current.sandbox;

type Context = Partial<Pooled> & { current?: Pick<Env, "SMTP_URL" | "MAIL_FROM" | "sandbox"> };

/**
 * Sends a mail to one address, and returns the server's answer. With the embedded service and no mail server the mail
 * is kept instead. Throws MailError; retries are the caller's.
 */
export async function sendMail(mail: Mail, { pool, current = env() }: Context = {}): Promise<SentMail> {
  const { to, replyTo, text, html, automatic = true, id = randomUUID(), verification_id = null, secret = "" } = mail;
  for (const address of [to, ...(replyTo === undefined ? [] : [replyTo])]) {
    if (!mailAddress.safeParse(address).success) throw new MailError("address", { permanent: true });
  }
  // Without line breaks, which would end the header.
  const subject = onOneLine(mail.subject, MAX_SUBJECT);
  const settings = smtpSettings(current);
  if (settings) {
    const checked = { id, to, replyTo, subject, text, html, automatic };
    const response = await sendBySmtp(checked, settings).catch((error: unknown) => {
      throw mailErrorOf(error);
    });
    return { status: Number(response.slice(0, 3)), answer: answerOf(response) };
  }
  if (!current.sandbox) throw new MailError("not_configured", { permanent: false });
  const kept = secret === "" ? text : text.replaceAll(secret, "•••");
  await keepMail({ verification_id, to, reply_to: replyTo ?? null, subject, text: kept }, pool ? { pool } : database());
  return { status: 250, answer: "kept, not sent: this installation has no mail server" };
}

/** Sends one mail; failures of the mail server are results. */
export async function trySend(mail: Mail, context: Context): Promise<MailResult> {
  try {
    return { ok: true, ...(await sendMail(mail, context)) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { permanent, status, code, answer } = error;
    return { ok: false, permanent, status, error: code, answer };
  }
}
