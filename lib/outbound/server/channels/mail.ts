import type { Locale } from "#lib/platform/contract/preferences.ts";
import { env } from "#lib/platform/server/base/env.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { trySend } from "#lib/platform/server/mail/send.ts";
import { type ClaimedRow, recordReached, type SendResult } from "./claim.ts";
import { messageOf } from "./messages.ts";
import { eventId } from "./outgoing.ts";
import { renderMail } from "./render-mail.ts";
import type { Transport } from "./transport.ts";

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

export const mail: Transport = (connection, channel, message) => deliverMail(connection, channel, message);
