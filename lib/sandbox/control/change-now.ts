import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { perform } from "#lib/sandbox/live/perform.ts";
import { type Account, lockAccount } from "#lib/sandbox/store/accounts.ts";
import { type Client, inTransaction } from "#lib/sandbox/store/database.ts";
import { notePlayed } from "#lib/sandbox/store/played.ts";
import { lockVerification } from "#lib/sandbox/store/verifications.ts";
import type { Change } from "#lib/sandbox/verification/change.ts";
import { ChangeRefused } from "#lib/sandbox/verification/refused.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";
import type { ControlCall } from "./context.ts";

/** Works on a stored verification, and notes that it was worked on. NOT_FOUND without it, CONFLICT for what it refuses. */
export async function workOn(
  { pool, wake }: Pick<ControlCall, "pool" | "wake">,
  id: string,
  work: (client: Client, account: Account, state: VerificationState) => Promise<VerificationState | null>,
): Promise<Answer> {
  try {
    const state = await inTransaction(pool, async (client) => {
      const account = await lockAccount(client);
      const before = await lockVerification(client, account.account_id, id);
      if (!before) throw new ApiError("NOT_FOUND", "no such verification");
      await notePlayed(client, account.account_id, { verification_id: id, scenario: null, tag: before.tag });
      return (await work(client, account, before)) ?? before;
    });
    wake();
    return { status: 200, json: { status: state.status, documents_status: state.documents_status } };
  } catch (error) {
    if (error instanceof ChangeRefused) throw new ApiError("CONFLICT", error.message);
    throw error;
  }
}

/** Lets changes happen to a verification now, a millisecond apart, so that their order can be told; all or none. */
export const changeNow = (
  call: ControlCall,
  id: string,
  changesOf: (state: VerificationState) => readonly Change[],
): Promise<Answer> =>
  workOn(call, id, async (client, account, before) => {
    const now = Date.now();
    const changes = changesOf(before);
    const steps = changes.map((change, index) => ({ at: now - (changes.length - 1 - index), change }));
    return perform(client, account, id, steps, call);
  });
