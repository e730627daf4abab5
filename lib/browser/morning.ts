import { MORNING, type Morning } from "#lib/contract/verifications/morning.ts";
import { queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

/** Files become due without an event. */
const LOOK_MS = 60_000;

/** An officer's tasks, and the news since a time; null is since their last visit. Live messages about lists concern it. */
export const morningOptions = (since: string | null) =>
  queryOf<Morning>([...verificationKeys.lists(), "morning", since], `/api/morning?${MORNING.write({ since })}`, {
    refetchInterval: LOOK_MS,
  });
