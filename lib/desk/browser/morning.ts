import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { MORNING } from "#lib/core/contract/verifications/morning.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/** Polled: files become due without a live message. */
const POLL_INTERVAL_MS = 60_000;

/** An officer's tasks, and the news since a time (null: since the last visit). Live messages about lists refetch it. */
export const morningOptions = (since: string | null) =>
  queryOf([...verificationKeys.lists(), "morning", since], "GET /api/morning", {
    query: MORNING.write({ since }),
    refetchInterval: POLL_INTERVAL_MS,
  });
