import type { Locale } from "#lib/contract/preferences.ts";
import { env } from "#lib/server/base/env.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { MailError } from "#lib/server/mail/mail-error.ts";
import { sendMail } from "#lib/server/mail/send.ts";
import { type Claimed, type Delivery, recordReached } from "./claim.ts";
import { messageOf } from "./messages.ts";
import { renderMail } from "./render-mail.ts";
import { eventId } from "./render-webhook.ts";

/**
 * Mails a message to each recipient of a channel, one after the other; those reached by an earlier attempt are left out. A
 * refused address does not keep it from the others. Throws UnknownMessage.
 */
export async function deliverMail(
  connection: Pooled,
  { recipients, locale }: { recipients: readonly string[]; locale: Locale },
  message: Claimed,
): Promise<Delivery> {
  const mail = renderMail(messageOf(message.kind, message.payload, locale), locale, env().APP_ORIGIN);
  let last: Delivery = { ok: true, status: 250, answer: null };
  let failure: Delivery | null = null;
  for (const [index, to] of recipients.entries()) {
    if (message.reached.includes(to)) continue;
    const result = await mailTo({ to, id: `${eventId(message)}.${index}`, ...mail }, connection);
    if (result.ok) {
      await recordReached(connection, message, to);
      last = result;
    } else if (failure === null || !result.permanent) failure = result;
  }
  return failure ?? last;
}

/** Sends one mail; failures of the mail server are results. */
export async function mailTo(mail: Parameters<typeof sendMail>[0], connection: Pooled): Promise<Delivery> {
  try {
    const { status, answer } = await sendMail(mail, { pool: connection.pool });
    return { ok: true, status, answer };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { ok: false, permanent: error.permanent, status: error.status, error: error.code, answer: null };
  }
}
