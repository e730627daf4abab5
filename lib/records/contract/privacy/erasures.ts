import type { KeepingGround } from "#lib/desk/contract/custody/custody.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { DeletedOfFile } from "#lib/platform/manifest.ts";

/** A file that was erased while it had to be kept. */
export type BlockedFile = {
  /** Null after a restore, if only the mark of its id is known. */
  verification_id: string | null;
  blocked_at: Instant;
  /** When it is erased; null without a known end. */
  blocked_until: Instant | null;
  /** Nothing keeps it any more: the next run of the retention erases it. */
  ended: boolean;
  /** Null where nothing keeps it any more, and after a restore. */
  kept: KeepingGround | null;
  /** The name at that time; null after a restore. */
  blocked_by: string | null;
  reason: string | null;
};

/** Why a file was erased: by a user, at the end of a blocked file's period, or again by a restore. */
export type ErasureCause = "by_hand" | "period_ended" | "restored";

/** The certificate of an erasure: kinds and numbers of deleted rows, without the file (`GET /api/privacy/erasures/{certificate_id}`). */
export type ErasureCertificate = {
  certificate_id: string;
  erased_at: Instant;
  cause: ErasureCause;
  /** Null for an erasure without a user. */
  erased_by: string | null;
  blocked_at: Instant | null;
  /** Numbers of rows; kinds without any are left out. */
  deleted: Partial<Record<DeletedOfFile, number>>;
  /** The leaves of the evidence log whose entries were deleted. */
  positions: number[];
  /** SHA-256 of the hashes of these leaves in that order, in hexadecimal; null without leaves. */
  leaves_digest: string | null;
};

/** `GET /api/privacy/erasures`: blocked files, the last blocked first, and the last erasures. */
export type Erasures = {
  blocked: BlockedFile[];
  certificates: Omit<ErasureCertificate, "positions" | "leaves_digest">[];
};

/** Maximal number of listed rows. */
export const MAX_BLOCKED = 1_000;
export const CERTIFICATES_SHOWN = 200;
