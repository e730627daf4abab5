import { CotejoError } from "#lib/server/errors.ts";

/** Why somebody was not let in, for the trail. */
export type RefusalReason =
  | "unknown_account"
  | "wrong_password"
  | "no_password"
  | "disabled"
  | "code_missing"
  | "code_wrong"
  | "throttled";

/** A refusal with its reason, which whoever is refused is not told; null where it is not worth an entry of its own. */
export class Refusal extends CotejoError {
  readonly reason: RefusalReason | null;

  constructor(reason: RefusalReason | null, error: CotejoError) {
    super(error.code, error.status, error.message, {
      retryable: error.retryable,
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    });
    this.reason = reason;
  }

  /** Of all the project's errors, as `CotejoError` tells those from others. */
  static override [Symbol.hasInstance](value: unknown): value is Refusal {
    return CotejoError[Symbol.hasInstance](value) && "reason" in value;
  }
}

export const notLetIn = () => new CotejoError("UNAUTHORIZED", 401, "Email or password is wrong.");
