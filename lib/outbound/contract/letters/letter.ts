import type { Sending } from "#lib/outbound/contract/channels/channel.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/**
 * Letters to a customer about a verification, sent by mail. Local: their text is in no audit entry. No zod, so that pages
 * may import it.
 */

/** In UTF-16 code units. */
export const MAX_LETTER_SUBJECT = 200;
export const MAX_LETTER_TEXT = 20_000;
/** Per verification. */
export const MAX_LETTERS = 200;

/**
 * `pending` until the mail server answers; `refused`: for good; `bounced`: the mail server knows no such address;
 * `failed`: all attempts failed; `unknown`: a backup was restored meanwhile.
 */
export type LetterState = "pending" | "sent" | "refused" | "bounced" | "failed" | "unknown";

/** `status`, `error` and `answer` are the result of the last attempt, by SMTP. */
export type Letter = Pick<Sending, "created_at" | "status" | "error" | "answer"> & {
  letter_id: string;
  verification_id: string;
  to: string;
  subject: string;
  text: string;
  /** The author's current name. */
  author: { user_id: string; name: string };
  state: LetterState;
  /** Time of the final state; null for a pending letter. */
  ended_at: Instant | null;
};

/** `GET /api/verifications/{id}/letters`: oldest first. */
export type Letters = {
  items: Letter[];
  /** The reply address of the reader's letters; null if the reader can send none. */
  reply_to: string | null;
};
