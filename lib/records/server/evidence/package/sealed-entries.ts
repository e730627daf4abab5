import { invalid } from "#lib/platform/server/base/errors.ts";
import { int8Array } from "#lib/platform/server/db/binary-array.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { type LeafRow, readLeavesAt } from "#lib/records/server/evidence/check-entries.ts";
import { bodyDigest, canonicalEntry, leafOf, type SealedKind } from "#lib/records/server/evidence/entries.ts";
import { inclusionRanges, type Range } from "#lib/records/server/evidence/merkle.ts";
import { readRanges } from "#lib/records/server/evidence/nodes.ts";

/** Maximum of entries of one file in a package, which are in memory at once. */
const MAX_ENTRIES = 20_000;
/** Entries whose proofs are read by one statement. */
const CHUNK = 250;

export type SealedEntry = {
  position: number;
  kind: SealedKind;
  id: number;
  /** Null beside a covered text, which could be found by trial with the salt. */
  salt: string | null;
  /** The leaf of the present text and body: an altered entry has another leaf than the log. */
  leaf: string;
  hashes: string[];
  /** The canonical text that was sealed, as the database has it now, or covered. */
  text: string;
  /** SHA-256 of the body of a delivery whose payload is kept. */
  body_hash: string | null;
};

/** The entries of the log about a file: its reviews, statements and deliveries, and the entries of the trail that name it. */
const POSITIONS = `
  WITH sources (kind, id) AS (
    SELECT 'review', id FROM review_log WHERE verification_id = $1
    UNION ALL SELECT 'statement', id FROM file_statements WHERE verification_id = $1
    UNION ALL SELECT 'delivery', id FROM inbox WHERE kind = 'delivery' AND verification_id = $1
    UNION ALL (
      SELECT 'audit', id FROM audit_log WHERE (ids ->> 'verification_id') COLLATE "C" = $1
      UNION SELECT 'audit', id FROM audit_log WHERE ids @> jsonb_build_object('verification_ids', jsonb_build_array($1::text))
    )
  )
  SELECT leaf.position, leaf.kind FROM sources JOIN evidence_leaves AS leaf ON leaf.kind = sources.kind AND leaf.source_id = sources.id
  WHERE leaf.position < $2 ORDER BY leaf.position LIMIT ${MAX_ENTRIES + 1}`;

/** Events about missing data: deleted payloads of these deliveries, entries of the file deleted without a cause, the beginning of the log. */
const EVENTS = `
  SELECT leaf.position FROM evidence_events AS event JOIN evidence_leaves AS leaf ON leaf.kind = 'event' AND leaf.source_id = event.id
  WHERE (event.kind = 'log_begun' OR event.positions && $1::bigint[] OR $3 = ANY (event.files)) AND leaf.position < $2`;

/** The sealed entries about a file with their proofs. Throws VALIDATION_ERROR for more than MAX_ENTRIES. */
export async function readSealedEntries(tx: Client, verification_id: string, size: number): Promise<SealedEntry[]> {
  const { rows } = await tx.query<{ position: number; kind: SealedKind }>(POSITIONS, [verification_id, size]);
  if (rows.length > MAX_ENTRIES) throw invalid(`The file has more than ${MAX_ENTRIES} entries in the evidence log.`);
  const deliveries = rows.filter(({ kind }) => kind === "delivery").map(({ position }) => position);
  const events = await tx.query<{ position: number }>(EVENTS, [int8Array(deliveries), size, verification_id]);
  const positions = [...rows, ...events.rows].map(({ position }) => position).sort((a, b) => a - b);
  const entries: SealedEntry[] = [];
  for (let from = 0; from < positions.length; from += CHUNK) {
    const leaves = await readLeavesAt(tx, positions.slice(from, from + CHUNK));
    const proofs = await readProofs(tx, leaves, size);
    for (const [at, leaf] of leaves.entries()) {
      const entry = entryOf(leaf, proofs[at] ?? []);
      if (entry) entries.push(entry);
    }
  }
  return entries;
}

/** Null for an entry without its text or salt: it was deleted, or the log was altered, which `evidence check` reports. */
function entryOf(leaf: LeafRow, hashes: string[]): SealedEntry | null {
  const { position, kind, source_id, salt, body_digest, entry, body_hash } = leaf;
  if (entry === null || salt === null) return null;
  const text = canonicalEntry(kind, entry, body_digest);
  const whole = body_hash ? canonicalEntry(kind, entry, bodyDigest(salt, body_hash)) : text;
  return {
    ...{ position, kind, id: source_id, hashes, text },
    ...{ salt: salt.toString("hex"), leaf: leafOf(salt, whole).toString("hex") },
    body_hash: body_hash?.toString("hex") ?? null,
  };
}

/** Neighbouring entries have most hashes in common: each hash is read once. */
async function readProofs(tx: Client, leaves: readonly LeafRow[], size: number): Promise<string[][]> {
  const wanted = new Map<string, Range>();
  const own = leaves.map(({ position }) =>
    inclusionRanges(position, size).map((range) => {
      const key = `${range.from}-${range.to}`;
      wanted.set(key, range);
      return key;
    }),
  );
  const hashes = await readRanges(tx, [...wanted.values()]);
  const byKey = new Map([...wanted.keys()].map((key, at) => [key, hashes[at]?.toString("hex") ?? ""]));
  return own.map((keys) => keys.map((key) => byKey.get(key) ?? ""));
}

const UNSEALED = `
  SELECT
    (SELECT count(*) FROM review_log AS source WHERE verification_id = $1 AND NOT EXISTS (
      SELECT FROM evidence_leaves AS leaf WHERE leaf.kind = 'review' AND leaf.source_id = source.id)) AS review,
    (SELECT count(*) FROM file_statements AS source WHERE verification_id = $1 AND NOT EXISTS (
      SELECT FROM evidence_leaves AS leaf WHERE leaf.kind = 'statement' AND leaf.source_id = source.id)) AS statement,
    (SELECT count(*) FROM inbox AS source WHERE kind = 'delivery' AND verification_id = $1 AND NOT EXISTS (
      SELECT FROM evidence_leaves AS leaf WHERE leaf.kind = 'delivery' AND leaf.source_id = source.id)) AS delivery`;

export type Unsealed = { review: number; statement: number; delivery: number };

/** The number of entries that are not in the log yet, which a package lacks. */
export async function countUnsealed(tx: Client, verification_id: string): Promise<Unsealed> {
  return (await tx.query<Unsealed>(UNSEALED, [verification_id])).rows[0] ?? { review: 0, statement: 0, delivery: 0 };
}
