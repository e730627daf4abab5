import { int8Array } from "#lib/platform/server/db/binary-array.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import type { Removals } from "./causes.ts";
import { bodyDigest, canonicalEntry, entriesOf, leafOf, SEALED_KINDS, type SealedKind, SOURCE } from "./entries.ts";

/** A difference from the log; `name` is that of the entry, such as `audit_log 12`. */
export type Finding = { what: "altered" | "missing" | "added"; name: string; because: string };

export type LeafRow = {
  position: number;
  kind: SealedKind;
  source_id: number;
  hash: Buffer;
  salt: Buffer | null;
  body_digest: Buffer | null;
  /** Null if the entry is missing. */
  entry: string | null;
  body_hash: Buffer | null;
};

const byKind = (column: "entry" | "bodyHash"): string =>
  `CASE leaf.kind ${SEALED_KINDS.map(
    (kind) =>
      `WHEN '${kind}' THEN (SELECT ${SOURCE[kind][column]} FROM ${entriesOf(kind)} AND source.id = leaf.source_id)`,
  ).join(" ")} END`;

const LEAVES = `
  SELECT leaf.position, leaf.kind, leaf.source_id, leaf.hash, salt.salt, salt.body_digest, ${byKind("entry")} AS entry,
    ${byKind("bodyHash")} AS body_hash
  FROM evidence_leaves AS leaf LEFT JOIN evidence_salts AS salt USING (position)`;

const SELECT = `${LEAVES} WHERE leaf.position >= $1 ORDER BY leaf.position LIMIT $2`;
const SELECT_AT = `${LEAVES} WHERE leaf.position = ANY ($1::bigint[]) ORDER BY leaf.position`;

export const readLeaves = async (client: Client, from: number, max: number): Promise<LeafRow[]> =>
  (await client.query<LeafRow>(SELECT, [from, max])).rows;

export const readLeavesAt = async (client: Client, positions: readonly number[]): Promise<LeafRow[]> =>
  (await client.query<LeafRow>(SELECT_AT, [int8Array(positions)])).rows;

/** The difference of a sealed entry from its leaf; null if there is none, or if the cause of its deletion is verified. */
export function checkLeaf(row: LeafRow, removals: Removals): Finding | null {
  const { position, kind, source_id, hash, salt, body_digest, entry, body_hash } = row;
  const found = (what: Finding["what"], because: string): Finding => ({
    what,
    name: `${SOURCE[kind].table} ${source_id}`,
    because: `entry ${position} of the log: ${because}`,
  });
  const removal = removals.entries.get(position);
  if (entry === null) {
    const fault = removal ? removal.fault : "deleted without an event";
    return fault === null ? null : found("missing", fault);
  }
  if (removal) return found("added", "its deletion is recorded");
  if (!salt) return found("altered", "its salt is missing");
  if (!leafOf(salt, canonicalEntry(kind, entry, body_digest)).equals(hash)) return found("altered", "another content");
  if (kind !== "delivery") return null;
  if (body_hash === null) {
    const payload = removals.payloads.get(position);
    const fault = payload ? payload.fault : "deleted without an event";
    return fault === null ? null : found("missing", `its payload: ${fault}`);
  }
  return body_digest?.equals(bodyDigest(salt, body_hash)) ? null : found("altered", "another payload");
}

const unsealed = (kind: SealedKind): string => `
  SELECT source.id FROM ${entriesOf(kind)}
    AND source.id <= (SELECT settled_id FROM evidence_progress WHERE kind = '${kind}')
    AND NOT EXISTS (SELECT FROM evidence_leaves AS leaf WHERE leaf.kind = '${kind}' AND leaf.source_id = source.id)
  ORDER BY source.id LIMIT $1`;

/** Entries with settled ids that were never sealed. */
export async function findAdded(client: Client, max: number): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const kind of SEALED_KINDS) {
    const { rows } = await client.query<{ id: number }>(unsealed(kind), [max]);
    for (const { id } of rows)
      found.push({ what: "added", name: `${SOURCE[kind].table} ${id}`, because: "not in the log" });
  }
  return found;
}
