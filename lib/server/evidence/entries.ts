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
  // In the canonical form, names in order: most entries are deliveries, and reading their JSON once more costs the most.
  delivery: `'{' || concat_ws(',', '"id":' || source.id, '"received_at":' || to_json(source.received_at)::text,
    '"receiver_id":' || to_json(source.receiver_id)::text, '"signature":' || to_json(source.signature)::text,
    '"t":' || source.signed_at) || '}'`,
};

/** When an entry was written, in SQL over its row `source`. */
export const WRITTEN_AT: Record<SealedKind, string> = {
  event: "source.at",
  audit: "source.at",
  review: "source.at",
  delivery: "source.received_at",
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
  if (kind === "delivery") {
    const digest = body_digest ? `"body_digest":"${body_digest.toString("hex")}",` : "";
    return `{"entry":{${digest}${entry.slice(1)},"kind":"delivery"}`;
  }
  const columns = Object.entries(parseJson(entry) as object).filter(([, value]) => value !== null);
  return canonicalJson({ kind, entry: Object.fromEntries(columns) });
}

/** The leaf of an entry. */
export const leafOf = (salt: Buffer, canonical: string): Buffer => leafHash(hmac(salt, canonical));
