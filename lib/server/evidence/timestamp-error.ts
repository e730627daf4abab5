export type TimestampCode =
  | "not_configured"
  | "address_refused"
  | "timed_out"
  | "not_trusted"
  | "unreachable"
  | "redirected"
  | "not_accepted"
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
