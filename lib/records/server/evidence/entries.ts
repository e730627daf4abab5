import { createHmac } from "node:crypto";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { leafHash } from "./merkle.ts";

/** The sealed tables, in the order of a batch: events come first, so that a log begins with its `log_begun`. */
export const SEALED_KINDS = ["event", "audit", "review", "statement", "delivery"] as const;
export type SealedKind = (typeof SEALED_KINDS)[number];

type EntrySource = {
  table: string;
  /** Only the inbox's deliveries are sealed, not its readings. */
  isSealed: string;
  /** The entry as JSON. A session's time zone would change the text: it has to be UTC. */
  entry: string;
  writtenAt: string;
  /** SHA-256 of a delivery's body, null for other kinds: bodies stay in the database. */
  bodyHash: string;
};

const wholeTable = (table: string): EntrySource => ({
  table,
  isSealed: "true",
  entry: "to_jsonb(source)::text",
  writtenAt: "source.at",
  bodyHash: "NULL::bytea",
});

/** Where entries of each kind come from, in SQL over a row `source`. */
export const SOURCE: Record<SealedKind, EntrySource> = {
  event: wholeTable("evidence_events"),
  audit: wholeTable("audit_log"),
  review: wholeTable("review_log"),
  statement: wholeTable("file_statements"),
  delivery: {
    table: "inbox",
    isSealed: "source.kind = 'delivery'",
    // In the canonical form, names in order: most entries are deliveries, and parsing their JSON again would cost the most.
    entry: `'{' || concat_ws(',', '"id":' || source.id, '"received_at":' || to_json(source.received_at)::text,
      '"receiver_id":' || to_json(source.receiver_id)::text, '"signature":' || to_json(source.signature)::text,
      '"t":' || source.signed_at) || '}'`,
    writtenAt: "source.received_at",
    bodyHash: "sha256(source.body)",
  },
};

/** SQL: the entries of a kind, before further conditions. */
export const entriesOf = (kind: SealedKind): string => `${SOURCE[kind].table} AS source WHERE ${SOURCE[kind].isSealed}`;

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

export const leafOf = (salt: Buffer, canonical: string): Buffer => leafHash(hmac(salt, canonical));
