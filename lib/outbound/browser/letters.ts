import { queryOf } from "#lib/platform/browser/api.ts";

/** While a letter is pending its result is polled, so that it appears without a live stream too. */
const PENDING_POLL_MS = 5_000;

export const lettersOptions = (id: string) =>
  queryOf(["verifications", "letters", id], "GET /api/verifications/{verification_id}/letters", {
    params: { verification_id: id },
    refetchInterval: ({ state }) => state.data?.items.some((letter) => letter.state === "pending") && PENDING_POLL_MS,
  });
