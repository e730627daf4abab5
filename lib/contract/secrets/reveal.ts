/** An entry of `GET /api/reveals`: a value that the service tells once, held for the session that caused it. */
export type Reveal = {
  id: string;
  kind: "api_key" | "webhook_secret";
  /** The service's id of what the value belongs to, and its name for people. */
  subject_id: string;
  name: string;
  value: string;
  /** The first 12 hex digits of the value's SHA-256. */
  fingerprint: string;
  expires_at: string;
};
