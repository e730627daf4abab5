import { env } from "#lib/server/base/env.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { trySend } from "#lib/server/mail/send.ts";
import { sendLetter } from "#lib/server/mail/send-letter.ts";
import type { Claimed, Delivery } from "./claim.ts";
import { messageOf } from "./messages.ts";
import { renderMail } from "./render-mail.ts";
import { eventId } from "./render-webhook.ts";

const ADDRESS = "SELECT email FROM users WHERE id = $1 AND disabled_at IS NULL";

const LETTER = /^letter:(?<id>.+)$/;

/** Mails a letter to its customer, or a message to the address of its user, if the account is active. Throws UnknownMessage. */
export async function deliverToPerson(connection: Pooled, message: Claimed): Promise<Delivery> {
  const letter = LETTER.exec(message.target)?.groups?.id;
  if (letter !== undefined) return sendLetter(connection, letter);
  const locale = message.locale ?? "en";
  const { rows } = await connection.pool.query<{ email: string }>(ADDRESS, [message.user_id]);
  if (!rows[0]) return { ok: false, permanent: true, status: null, error: "no_addressee", answer: null };
  const mail = renderMail(messageOf(message.kind, message.payload, locale), locale, env().APP_ORIGIN);
  return trySend({ to: rows[0].email, id: eventId(message), ...mail }, connection);
}
