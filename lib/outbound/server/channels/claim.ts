import { MAIL_RETRY_SECONDS, RETRY_SECONDS, waitAfter } from "#lib/core/contract/deliveries/retries.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import type { MailResult } from "#lib/platform/server/mail/send.ts";

/** Longer than any attempt. When a lease is over, its worker has died and the message is sent again. */
export const LEASE_SECONDS = 120;

/** A message of the queue that is being sent. */
export type ClaimedRow = {
  id: number;
  target: string;
  channel_id: string | null;
  user_id: string | null;
  /** Set for a message to a user. */
  locale: Locale | null;
  kind: string;
  source: string;
  verification_id: string | null;
  payload: unknown;
  attempts: number;
  is_mail: boolean;
  /** Recipients of a mail channel that got the message in an earlier attempt. */
  reached: string[];
  created_at: Instant;
};

/** The result of an attempt. A permanent failure is not retried. `retry_after`: the seconds that the target asks to wait. */
export type SendResult = MailResult & { retry_after?: number | undefined };

const DUE = (lane: string) => `
  SELECT id, EXISTS (
    SELECT FROM outgoing AS later WHERE later.verification_id = outgoing.verification_id
      AND later.target = outgoing.target AND later.sequence > outgoing.sequence
  ) AS superseded
  FROM outgoing WHERE state = 'pending' AND next_attempt_at <= now() AND ${lane}
  ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;

// The check of `paused` also ends a running round of attempts when the channel is paused.
const OF_CHANNEL = DUE("channel_id = $1 AND EXISTS (SELECT FROM channels WHERE id = $1 AND NOT paused)");
const TO_PEOPLE = DUE("channel_id IS NULL");

const CLAIM = `
  UPDATE outgoing SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
  WHERE id = $1
  RETURNING id, target, channel_id, user_id, locale, kind, source, verification_id, payload, attempts, reached, created_at,
    channel_id IS NULL OR EXISTS (SELECT FROM channels WHERE id = channel_id AND kind = 'mail') AS is_mail`;

const SUPERSEDE = "UPDATE outgoing SET state = 'superseded', next_attempt_at = NULL, ended_at = now() WHERE id = $1";

/**
 * Claims the next due message of a channel, or of the messages to people (null), and commits the claim before the message
 * is sent: if its worker dies, the message is sent again when the lease is over. Null if no message is due.
 */
export const claimNext = ({ pool }: Pooled, channel_id: string | null): Promise<ClaimedRow | null> =>
  inTransaction(pool, async (tx) => {
    while (true) {
      const { rows } = await (channel_id === null
        ? tx.query<DueRow>(TO_PEOPLE)
        : tx.query<DueRow>(OF_CHANNEL, [channel_id]));
      const [due] = rows;
      if (!due) return null;
      if (!due.superseded) return (await tx.query<ClaimedRow>(CLAIM, [due.id])).rows[0] ?? null;
      await tx.query(SUPERSEDE, [due.id]);
    }
  });

type DueRow = { id: number; superseded: boolean };

/** A message that was delivered counts as sent, even if a later event superseded it meanwhile. */
const SENT = `
  UPDATE outgoing SET state = 'sent', status = $2, answer = $3, error = NULL, next_attempt_at = NULL, ended_at = now()
  WHERE id = $1 AND state IN ('pending', 'superseded')`;

/** Records only the failed attempt: another worker may have sent the message since the lease was over. */
const FAILED = `
  UPDATE outgoing SET status = $2, answer = $3, error = $4,
    state = CASE WHEN $5::int IS NULL THEN 'failed' ELSE 'pending' END,
    next_attempt_at = now() + make_interval(secs => $5::int), ended_at = CASE WHEN $5::int IS NULL THEN now() END
  WHERE id = $1 AND state = 'pending' AND attempts = $6`;

/** Seconds until the next attempt; null after the last attempt. */
export const waitOf = ({ attempts, is_mail }: Pick<ClaimedRow, "attempts" | "is_mail">): number | null =>
  waitAfter(attempts, is_mail ? MAIL_RETRY_SECONDS : RETRY_SECONDS);

/** A target that asks for a longer wait is not believed. */
const LONGEST_WAIT_SECONDS = 86_400;

/** Records the result of an attempt: sent, to be tried again, or failed for good. */
export async function recordResult({ pool }: Pooled, message: ClaimedRow, result: SendResult): Promise<void> {
  const { id, attempts } = message;
  const { status, answer } = result;
  if (result.ok) await pool.query(SENT, [id, status, answer]);
  else {
    const planned = result.permanent ? null : waitOf(message);
    const wait = planned && Math.max(planned, Math.min(result.retry_after ?? 0, LONGEST_WAIT_SECONDS));
    await pool.query(FAILED, [id, status, answer, result.error, wait, attempts]);
  }
}

/** Called before the next recipient, so that a crash repeats one mail at most. */
export async function recordReached(
  { pool }: Pooled,
  { id }: Pick<ClaimedRow, "id">,
  recipient: string,
): Promise<void> {
  await pool.query("UPDATE outgoing SET reached = array_append(reached, $2) WHERE id = $1", [id, recipient]);
}
