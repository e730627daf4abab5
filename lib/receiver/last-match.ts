import type { Client } from "#lib/server/db/database.ts";
import { type Paced, paced } from "./paced.ts";

/** Remembers which secret matched last, for whoever replaces a webhook (design §6); written at most once a second. */
export type LastMatch = { note(secretId: string): void; flush: Paced["flush"] };

export function createLastMatch(client: Client, onError: (error: unknown) => void, pace = 1_000): LastMatch {
  let matched = new Set<string>();
  const write = async () => {
    if (matched.size === 0) return;
    const ids = matched;
    matched = new Set();
    try {
      await client.query("UPDATE receiver_secrets SET last_matched_at = now() WHERE id = ANY($1::uuid[])", [[...ids]]);
    } catch (error) {
      for (const id of ids) matched.add(id);
      throw error;
    }
  };
  const pacing = paced(write, pace, onError);
  return {
    note: (secretId) => {
      if (matched.has(secretId)) return;
      matched.add(secretId);
      pacing.ask();
    },
    flush: pacing.flush,
  };
}
