import { LONGEST_CALL_MS } from "#lib/server/service/send.ts";
import { REMEMBERED_MS } from "#lib/server/vault/current-key.ts";

/** How long a rotation waits, in milliseconds. */
export type Waits = {
  /** After the switch, until no call can still carry the old key. */
  drain: number;
  /** After so many failures in a row (1 is the first). */
  backoff(failures: number): number;
};

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** For a query that read the old key before the switch was committed and has yet to be answered. */
const MARGIN_MS = 500;

export const WAITS: Waits = {
  // A call may take up the old key as long as its process remembers it, and then last to its deadline.
  drain: LONGEST_CALL_MS + REMEMBERED_MS + MARGIN_MS,
  backoff: (failures) => Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS),
};
