import type { ChannelKind } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { sendLetter } from "#lib/outbound/server/channels/send-letter.ts";
import { env } from "#lib/platform/server/base/env.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { trySend } from "#lib/platform/server/mail/send.ts";
import { chat } from "./chat.ts";
import { type ClaimedRow, type SendResult, waitOf } from "./claim.ts";
import { mail } from "./mail.ts";
import { messageOf, UnknownMessage } from "./messages.ts";
import { eventId } from "./outgoing.ts";
import { renderMail } from "./render-mail.ts";
import type { Destination, Transport } from "./transport.ts";
import { webhook } from "./webhook.ts";

/** A kind of channel without its transport does not compile. */
const TRANSPORTS: Readonly<Record<ChannelKind, Transport>> = { mail, chat, webhook };

const DESTINATION = `
  SELECT kind, url, recipients, locale, secret_id,
    CASE WHEN previous_until > now() THEN previous_secret_id END AS previous_secret_id
  FROM channels WHERE id = $1`;

const failed = (error: string): SendResult => ({ ok: false, permanent: true, status: null, error, answer: null });

/** Makes one attempt to deliver a message to its target. Rejects for internal failures, such as errors of the database. */
export async function deliver(connection: Pooled, message: ClaimedRow): Promise<SendResult> {
  try {
    if (message.channel_id === null) return await deliverToPerson(connection, message);
    const { rows } = await connection.pool.query<Destination>(DESTINATION, [message.channel_id]);
    return rows[0] ? await TRANSPORTS[rows[0].kind](connection, rows[0], message) : failed("no_channel");
  } catch (error) {
    if (error instanceof UnknownMessage) return failed("unknown_message");
    throw error;
  }
}

const ADDRESS = "SELECT email FROM users WHERE id = $1 AND disabled_at IS NULL";

const LETTER = /^letter:(?<id>.+)$/;

/** Mails a letter to its customer, or a message to the address of its user, if the account is active. Throws UnknownMessage. */
async function deliverToPerson(connection: Pooled, message: ClaimedRow): Promise<SendResult> {
  const letter = LETTER.exec(message.target)?.groups?.id;
  if (letter !== undefined) return sendLetter(connection, letter, waitOf(message) === null);
  const locale = message.locale ?? "en";
  const { rows } = await connection.pool.query<{ email: string }>(ADDRESS, [message.user_id]);
  if (!rows[0]) return failed("no_addressee");
  const rendered = renderMail(messageOf(message.kind, message.payload, locale), locale, env().APP_ORIGIN);
  return trySend({ to: rows[0].email, id: eventId(message), ...rendered }, connection);
}
