import { createHmac } from "node:crypto";
import { parseJson } from "#lib/contract/exact-numbers.ts";
import { canonicalJson } from "#lib/contract/text.ts";
import { leafHash } from "./merkle.ts";

/** The sealed tables, in the order of a batch: events come first, so that a log begins with that of its beginning. */
export const SEALED_KINDS = ["event", "audit", "review", "delivery"] as const;
export type SealedKind = (typeof SEALED_KINDS)[number];

export const TABLE_OF = {
  event: "evidence_events",
  audit: "audit_log",
  review: "review_log",
  delivery: "inbox",
} as const satisfies Record<SealedKind, string>;

/** Of the inbox the deliveries alone are sealed, in SQL over its row `source`. */
export const IS_SEALED_KIND: Record<SealedKind, string> = {
  event: "true",
  audit: "true",
  review: "true",
  delivery: "source.kind = 'delivery'",
};

/** The entry as JSON, in SQL over its row `source`. A session's time zone would change the text: it has to be UTC. */
export const ENTRY: Record<SealedKind, string> = {
  event: "to_jsonb(source)::text",
  audit: "to_jsonb(source)::text",
  review: "to_jsonb(source)::text",
  delivery: `jsonb_build_object('id', source.id, 'signature', source.signature, 't', source.signed_at,
    'receiver_id', source.receiver_id, 'received_at', source.received_at)::text`,
};

/** SHA-256 of a delivery's body, null for other kinds: bodies stay in the database. */
export const BODY_HASH: Record<SealedKind, string> = {
  event: "NULL::bytea",
  audit: "NULL::bytea",
  review: "NULL::bytea",
  delivery: "sha256(source.body)",
};

export const IN_UTC = "SET LOCAL TIME ZONE 'UTC'";

const hmac = (salt: Buffer, data: string | Buffer): Buffer => createHmac("sha256", salt).update(data).digest();

export const bodyDigest = (salt: Buffer, bodyHash: Buffer): Buffer => hmac(salt, bodyHash);

/**
 * The canonical text of an entry. Empty columns are left out, so that entries from before a migration that adds a nullable
 * column keep their text.
 */
export function canonicalEntry(kind: SealedKind, entry: string, body_digest: Buffer | null): string {
  const columns = Object.entries(parseJson(entry) as object).filter(([, value]) => value !== null);
  const digest = body_digest && { body_digest: body_digest.toString("hex") };
  return canonicalJson({ kind, entry: { ...Object.fromEntries(columns), ...digest } });
}

/** The leaf of an entry. */
export const leafOf = (salt: Buffer, canonical: string): Buffer => leafHash(hmac(salt, canonical));
