import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";

/** A failed sign-in by the provider; `user_id` for the audit entry, where the account is known. */
export class ProviderSignInError extends Error {
  override name = "ProviderSignInError";
  readonly problem: SignInProblem;
  readonly user_id: string | null;

  constructor(problem: SignInProblem, { user_id = null, cause }: { user_id?: string | null; cause?: unknown } = {}) {
    super(`the sign-in by the provider did not work: ${problem}`, { cause });
    this.problem = problem;
    this.user_id = user_id;
  }
}
