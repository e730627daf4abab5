import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { ChannelEvent } from "./channel-events.ts";
import type { ChannelKind } from "./channel-kinds.ts";

export const MAX_CHANNELS = 50;
export const MAX_RECIPIENTS = 20;
export const MAX_CHANNEL_NAME = 100;
export const MAX_CHANNEL_URL = 2_000;

/** How long a replaced secret signs beside the new one. */
export const OVERLAP_HOURS = 24;

export const SHOWN_SENDINGS = 100;

/** `pending` also while it is tried again; `superseded` by a later event of the same file, or of the same alert in quiet hours. */
export type SendingState = "pending" | "sent" | "failed" | "superseded";

export type Channel = {
  channel_id: string;
  kind: ChannelKind;
  name: string;
  /** Address of a webhook; of a chat its origin alone, since the rest is a secret. Null for mail. */
  url: string | null;
  /** Recipients of mail. */
  to: string[];
  events: ChannelEvent[];
  /** Language of mail and chat. */
  locale: Locale;
  /** Messages of a paused channel wait. */
  paused: boolean;
  created_at: Instant;
  /** End of the time in which the replaced secret signs too; null without one. */
  overlap_until: Instant | null;
  /** Counts of messages that wait, and that failed in the last 30 days. */
  waiting: number;
  failed: number;
  /** The last message that was sent or failed. */
  last: { state: SendingState; at: Instant } | null;
};

/** `GET /api/channels`; `mail_ready` is false where mail would not leave. */
export type ChannelList = { items: Channel[]; mail_ready: boolean };

/** A new signing secret, shown once. `reveal_id` is null where it could not be held for the session. */
export type ChannelSecret = {
  secret: string;
  fingerprint: string;
  reveal_id: string | null;
  expires_at: Instant | null;
};

/** The answer of `POST /api/channels`; only a webhook has a secret. */
export type CreatedChannel = Channel & Partial<ChannelSecret>;

/** The answer of `POST /api/channels/{id}/secret`. */
export type ReplacedSecret = ChannelSecret & Pick<Channel, "channel_id" | "name" | "overlap_until">;

/** A message of a channel. */
export type Sending = {
  sending_id: number;
  /** Id by which a consumer recognises a repeated message. */
  event_id: string;
  kind: string;
  verification_id: string | null;
  state: SendingState;
  attempts: number;
  created_at: Instant;
  /** Time of the next attempt; null after the last, and before the first unless it is held back. */
  next_attempt_at: Instant | null;
  ended_at: Instant | null;
  /** Result of the last attempt: the HTTP or SMTP status, the code of the failure, and the beginning of the answer. */
  status: number | null;
  error: string | null;
  answer: string | null;
};

/** `GET /api/channels/{id}/sendings`, newest first. */
export type SendingList = { items: Sending[] };
