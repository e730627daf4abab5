import type { Channel } from "#lib/contract/channels/channel.ts";
import type { ChannelKind } from "#lib/contract/channels/channel-events.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import { env } from "#lib/server/base/env.ts";
import { isLoopback } from "#lib/server/base/env-values.ts";
import { type PostOutcome, postPublic } from "#lib/server/base/post-public.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { trySend } from "#lib/server/mail/send.ts";
import { sendLetter } from "#lib/server/mail/send-letter.ts";
import { openSecret } from "#lib/server/vault/vault.ts";
import { type ClaimedRow, recordReached, type SendResult, waitOf } from "./claim.ts";
import { messageOf, UnknownMessage } from "./messages.ts";
import type { ChannelSecrets } from "./read.ts";
import { renderChat } from "./render-chat.ts";
import { renderMail } from "./render-mail.ts";
import { eventId, SIGNATURE_HEADER, signatureHeader, webhookBody } from "./render-webhook.ts";

/** Time for one attempt over HTTP; shorter than the nine seconds that a worker has to end. */
const TIMEOUT_MS = 8_000;

type Destination = ChannelSecrets & Pick<Channel, "url" | "locale"> & { recipients: string[] };

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
    return rows[0] ? await ATTEMPTS[rows[0].kind](connection, rows[0], message) : failed("no_channel");
  } catch (error) {
    if (error instanceof UnknownMessage) return failed("unknown_message");
    throw error;
  }
}

type Attempt = (connection: Pooled, channel: Destination, message: ClaimedRow) => Promise<SendResult>;

/** The attempt to send a message, by the kind of channel. A kind without an attempt does not compile. */
const ATTEMPTS: Readonly<Record<ChannelKind, Attempt>> = {
  mail: (connection, channel, message) => deliverMail(connection, channel, message),
  async chat(connection, channel, message) {
    const [address = ""] = await secretsOf(connection, channel);
    const body = renderChat(messageOf(message.kind, message.payload, channel.locale), env().APP_ORIGIN);
    return ofChat(await post(address, Buffer.from(JSON.stringify(body)), {}));
  },
  async webhook(connection, channel, message) {
    const body = webhookBody(message);
    const signature = signatureHeader(body, await secretsOf(connection, channel));
    // Any failure is tried again, as the service does (interface, Delivery and retry behaviour).
    return resultOf(await post(channel.url ?? "", body, { [SIGNATURE_HEADER]: signature }), false);
  },
};

const secretsOf = ({ pool }: Pooled, { secret_id, previous_secret_id }: Destination): Promise<string[]> =>
  Promise.all([secret_id, previous_secret_id].flatMap((id) => (id === null ? [] : [openSecret(pool, id)])));

/** With one more mail (`smtp.ts`) shorter than the lease, after which another worker would send the other mails too. */
const MAILS_TIMEOUT_MS = 60_000;
const TIMED_OUT: SendResult = { ok: false, permanent: false, status: null, error: "timeout", answer: null };

/**
 * Mails a message to each recipient of a channel, one after the other, except recipients of an earlier attempt. A refused
 * address does not stop the other mails. After the timeout the next attempt sends the other mails. Throws UnknownMessage.
 */
export async function deliverMail(
  connection: Pooled,
  { recipients, locale }: { recipients: readonly string[]; locale: Locale },
  message: ClaimedRow,
  timeoutMs = MAILS_TIMEOUT_MS,
): Promise<SendResult> {
  const until = performance.now() + timeoutMs;
  const left = [...recipients.entries()].filter(([, to]) => !message.reached.includes(to));
  const mail = renderMail(messageOf(message.kind, message.payload, locale), locale, env().APP_ORIGIN);
  let last: SendResult = { ok: true, status: 250, answer: null };
  let failure: SendResult | null = null;
  for (const [index, to] of left) {
    if (to !== left[0]?.[1] && performance.now() >= until) return TIMED_OUT;
    const result = await trySend({ to, id: `${eventId(message)}.${index}`, ...mail }, connection);
    if (result.ok) {
      await recordReached(connection, message, to);
      last = result;
    } else if (failure === null || !result.permanent) failure = result;
  }
  return failure ?? last;
}

const post = (address: string, body: Buffer, headers: Record<string, string>): Promise<PostOutcome> =>
  postPublic({
    address,
    headers: { "user-agent": "cotejo-channels", ...headers },
    body,
    isTrusted,
    timeoutMs: TIMEOUT_MS,
  });

/** With the embedded service, for trials on one machine, the consumer may listen on the same machine. */
const isTrusted = ({ hostname }: URL): boolean =>
  env().CHANNELS_ALLOW_PRIVATE === "true" || (env().sandbox && isLoopback(hostname));

function resultOf({ result, status, answer, retry_after }: PostOutcome, permanent: boolean): SendResult {
  if (result === "delivered") return { ok: true, status: status as number, answer };
  return { ok: false, permanent, status, error: result, answer, retry_after };
}

/** A 4xx of a chat is permanent, since it refuses the address or the text; 408 and 429 ask for another attempt. */
const ofChat = (posted: PostOutcome): SendResult => {
  const { status } = posted;
  return resultOf(posted, status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429);
};

const ADDRESS = "SELECT email FROM users WHERE id = $1 AND disabled_at IS NULL";

const LETTER = /^letter:(?<id>.+)$/;

/** Mails a letter to its customer, or a message to the address of its user, if the account is active. Throws UnknownMessage. */
async function deliverToPerson(connection: Pooled, message: ClaimedRow): Promise<SendResult> {
  const letter = LETTER.exec(message.target)?.groups?.id;
  if (letter !== undefined) return sendLetter(connection, letter, waitOf(message) === null);
  const locale = message.locale ?? "en";
  const { rows } = await connection.pool.query<{ email: string }>(ADDRESS, [message.user_id]);
  if (!rows[0]) return failed("no_addressee");
  const mail = renderMail(messageOf(message.kind, message.payload, locale), locale, env().APP_ORIGIN);
  return trySend({ to: rows[0].email, id: eventId(message), ...mail }, connection);
}
