import type { EvidenceHead, SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { SendingState } from "#lib/outbound/contract/channels/channel.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** The number of shown heads, the newest ones. */
export const SHOWN_HEADS = 14;

/** A head that was sent outside, with the channels that it was queued for; their messages are kept for 30 days. */
export type SentHead = Pick<EvidenceHead, "size" | "root"> & {
  head_id: number;
  left_at: Instant;
  /** It belongs to a log that a restore ended. */
  is_former: boolean;
  sendings: { channel_id: string; name: string; state: SendingState }[];
};

export type EvidenceState = {
  /** The newest head; null while nothing is sealed. */
  head: SignedHead | null;
  /** Entries that are not sealed yet, and the time of the oldest one. */
  unsealed: { count: ListCount; since: Instant | null };
  heads: SentHead[];
  /** Channels that carry heads. */
  channels: number;
  /** Whether heads are written to the erasure log, beside the backups. */
  erasure_log: "kept" | "off" | "unwritable";
  /** When a restore began this log; null for the first log. */
  begun_at: Instant | null;
  /** The zone of the policy, for dates on paper. */
  time_zone: string;
  /** The address of the installation. */
  origin: string;
};
