import type { Instant } from "#lib/platform/contract/time.ts";

/** The PDF of a person's CURP that the author of a step had opened whole since the file came to them. */
export type OpenedPdf = {
  people_id: number;
  /** SHA-256 of its bytes, lowercase hex. */
  sha256: string;
  bytes: number;
  /** When it was opened last. */
  opened_at: Instant;
};

/** Digits of a digest where it is shown shortened. */
export const SHORT_DIGEST = 12;
