import type { ErrorCode } from "#lib/contract/error.ts";

/**
 * Replacing a key that is used elsewhere: a new one is made, told once, put in place there by a person, and the old one
 * deleted (design §6). `intent` is before the new key is known to exist; `cancelled` left the old one in use.
 */
export type KeyReplacementState = "intent" | "created" | "switched" | "done" | "cancelled";

/** An entry of `GET /api/key-replacements`: an open task of every admin until it has ended. */
export type KeyReplacement = {
  id: string;
  state: KeyReplacementState;
  /** The service's id of the key that is to go, and its name as it was listed. */
  old_key_id: string;
  old_name: string;
  /** The new key and the name it was asked for under; null until there is one. */
  new_key_id: string | null;
  new_name: string | null;
  /** What is known of the new key's value: it is held for the session that made it, somebody has stored it, or nobody has said so. */
  value: "held" | "stored" | "unclaimed" | null;
  fingerprint: string | null;
  /** Why the last step did not come to its end. */
  problem: ErrorCode | null;
  /** Keys of which an admin has to say which one a lost call left; null where nobody is asked. */
  candidates: string[] | null;
  /** The name of who began it. */
  started_by: string | null;
  started_at: string;
  created_at: string | null;
  stored_at: string | null;
  switched_at: string | null;
  ended_at: string | null;
};

export const isOpen = ({ state }: Pick<KeyReplacement, "state">): boolean => state !== "done" && state !== "cancelled";
