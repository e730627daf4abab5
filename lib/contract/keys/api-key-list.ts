/** An entry of `GET /api/api-keys`: what the service tells of a key, and what the dashboard knows of it. */
export type ListedKey = {
  /** The service's identifier (`ak_…`). */
  id: string;
  name: string | null;
  created_at: string | null;
  /** The dashboard calls the service with it. */
  current: boolean;
  /** A rotation is making or deleting it. */
  rotating: boolean;
  /** An open replacement is about it, as the old key or the new one. */
  replacing: boolean;
  /** The first 12 hex digits of the SHA-256 of its value, where the dashboard created it. */
  fingerprint: string | null;
  /** What is known of its value, where the dashboard created it: held for whoever did, stored, or nobody has said so. */
  value: "held" | "stored" | "unclaimed" | null;
  other_fields: Record<string, unknown>;
};

export type ListedKeys = {
  items: ListedKey[];
  /** Whether it is known which of them is the dashboard's; where it is not, an admin has to say. */
  current_known: boolean;
};

/** What POST `/api/api-keys` answers, the one time that the key is there. */
export type CreatedKey = {
  id: string;
  name: string;
  api_key: string;
  created_at: string | null;
  fingerprint: string;
  /** Under which it is held for this session, and until when; null where it could not be. */
  reveal_id: string | null;
  expires_at: string | null;
};

/**
 * What a key that was pasted turned out to be: `unknown` where the service did not tell. Its fingerprint tells which of
 * the listed keys it is, where that one's is known.
 */
export type KeyCheck = { result: "works" | "invalid" | "forbidden" | "unknown"; fingerprint: string };
