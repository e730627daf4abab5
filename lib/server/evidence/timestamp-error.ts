import type { PostResult } from "#lib/server/base/post-public.ts";

export type TimestampCode =
  | Exclude<PostResult, "delivered">
  | "not_configured"
  | "too_large"
  | "malformed"
  | "rejected"
  | "no_certificate"
  | "other_imprint"
  | "other_nonce";

/** Why there is no time stamp; the message is the code. */
export class TimestampError extends Error {
  override name = "TimestampError";
  readonly code: TimestampCode;
  constructor(code: TimestampCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
