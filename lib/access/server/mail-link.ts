import { createTranslator } from "next-intl";
import type { LinkMail } from "#lib/access/contract/user.ts";
import { isMailAddress } from "#lib/platform/contract/mail/is-mail-address.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError, conflict } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { trySend } from "#lib/platform/server/mail/send.ts";
import { findLink } from "./access-links.ts";

type LinkToMail = { token: string; locale: Locale; by: { name: string; email: string } };

/**
 * Mails a valid link to its account, and returns the mail server's answer; a refusal is a result, not an error. The link is
 * not stored. Throws CONFLICT for a link that is not valid any more.
 */
export async function mailLink(
  { token, locale, by }: LinkToMail,
  connection: Pooled = database(),
): Promise<{ user_id: string; mail: LinkMail }> {
  const found = findLink(token, connection).catch((error: unknown) => {
    // FORBIDDEN would mean that the caller may not mail links.
    throw error instanceof CotejoError ? conflict(error.message) : error;
  });
  const { user_id, purpose, email, name, expires_at } = await found;
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "link-mail" });
  const until = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Mexico_City",
  }).format(new Date(expires_at));
  const url = `${env().APP_ORIGIN}/${purpose}#${token}`;
  const words = { subject: t(`${purpose}.subject`), text: t(`${purpose}.text`, { name, by: by.name, url, until }) };
  const mail = { to: email, ...words, secret: token, ...(isMailAddress(by.email) && { replyTo: by.email }) };
  const result = await trySend(mail, connection);
  if (result.ok) return { user_id, mail: { state: "sent", error: null } };
  return { user_id, mail: { state: result.permanent ? "refused" : "failed", error: result.error } };
}
