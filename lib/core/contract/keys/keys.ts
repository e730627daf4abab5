import type { FlowState } from "#lib/core/contract/provisioning/flow.ts";
import type { Unreadable } from "#lib/platform/contract/answer.ts";
import type { ErrorCode } from "#lib/platform/contract/error.ts";
import type { ApiKey } from "./api-key.ts";

/** An entry of `GET /api/api-keys`: the service's report of a key, with the dashboard's facts about it. */
export type ListedKey = Pick<ApiKey, "name" | "created_at" | "other_fields"> & {
  /** The service's identifier (`ak_…`). */
  id: string;
  /** The dashboard uses this key. */
  current: boolean;
  /** A rotation is creating or deleting this key. */
  rotating: boolean;
  /** The key is the old or the new one of an open rotation of a key used elsewhere. */
  replacing: boolean;
  /** The first 12 hex digits of the SHA-256 of its value, where the dashboard created it. */
  fingerprint: string | null;
  /** The state of the key's value, where the dashboard created it: held for its creator, stored, or not acknowledged. */
  value: "held" | "stored" | "unclaimed" | null;
};

export type ListedKeys = {
  items: ListedKey[];
  /** Unreadable entries of the service's list, which may be keys. */
  unreadable: Unreadable | null;
  /** Whether the dashboard's key is known; if not, an admin must name it. */
  current_known: boolean;
};

/** The answer of POST `/api/api-keys`, the only one with the key. */
export type CreatedKey = {
  id: string;
  name: string;
  api_key: string;
  created_at: string | null;
  fingerprint: string;
  /** Id and expiry of the held value for this session; null if it could not be held. */
  reveal_id: string | null;
  expires_at: string | null;
};

/**
 * The result of checking a pasted key: `unknown` where the service did not say. Its fingerprint identifies the listed key,
 * where that key's fingerprint is known.
 */
export type KeyCheck = { result: "works" | "invalid" | "forbidden" | "unknown"; fingerprint: string };

/** Why a key does not become the dashboard's. */
export type AdoptionRefusal =
  /** `SVC_API_KEY` holds no other key. */
  | "none_offered"
  /** The service does not accept this key either. */
  | "not_accepted"
  /** The key may not list keys or read verifications. */
  | "not_permitted"
  /** The key does not read the current key's verifications, or reads them as another account's. */
  | "other_account"
  /** No verification is known yet as a proof: an admin must confirm that the key belongs to our account. */
  | "unconfirmed"
  /** The service did not answer; a later attempt may succeed. */
  | "service_unavailable";

/** The answer of POST `/api/key-adoptions`; `unneeded`: the stored key works, or the service does not say otherwise. */
export type Adoption =
  | { outcome: "unneeded" }
  | { outcome: "adopted" }
  | { outcome: "refused"; reason: AdoptionRefusal };

/** Why a rotation is blocked, or why it ended. */
export type RotationProblem =
  | ErrorCode
  /** An attempt may have left a key, and the list shows no names: an admin must identify the key. */
  | "ORPHAN_UNCLEAR"
  /** The service does not accept the new key that it created. */
  | "NEW_KEY_REFUSED"
  /** Another key became the dashboard's while this ran. */
  | "CURRENT_KEY_CHANGED"
  /** The deleted key was not the old key, or its deletion has no effect yet. */
  | "OLD_KEY_STILL_WORKS";

/** An entry of `GET /api/rotations` (design §9). */
export type Rotation = {
  id: string;
  state: FlowState<"own_key">;
  steps: { state: FlowState<"own_key">; at: string }[];
  problem: RotationProblem | null;
  /** The key that an admin must name in `POST …/resume` before the rotation continues. */
  needs: "orphan" | "old_key" | null;
  /** The possible keys, by the service's ids. */
  candidates: string[];
  /** The service's ids of the old and the new key. */
  old_key_id: string;
  new_key_id: string | null;
  /** Name of the user who started it; null if unknown. */
  started_by: string | null;
};

/**
 * An entry of `GET /api/key-replacements`: a new key is created, revealed once, put in place elsewhere by a person, and the old
 * one deleted (design §6). It is an open task of every admin until it has ended. `fingerprint` and `value` are the new key's.
 */
export type RotationElsewhere = Pick<ListedKey, "fingerprint" | "value"> & {
  id: string;
  /** `intent` is before the new key is known to exist. */
  state: FlowState<"key_elsewhere">;
  /** The service's id of the old key, and its listed name. */
  old_key_id: string;
  old_name: string;
  /** The new key and its requested name; null before its creation. */
  new_key_id: string | null;
  new_name: string | null;
  /** Why the last step failed. */
  problem: ErrorCode | null;
  /** The possible keys of a call without an answer: an admin must name one. Null if none must be named. */
  candidates: string[] | null;
  /** Name of the user who started it. */
  started_by: string | null;
  started_at: string;
  created_at: string | null;
  stored_at: string | null;
  switched_at: string | null;
  ended_at: string | null;
};

/** The answer of a call that may create a new key. */
export type RotatedKey = { replacement: RotationElsewhere; created: CreatedKey | null };
