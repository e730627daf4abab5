import type { SnapshotSubject, VerificationSnapshot } from "#lib/core/contract/events/snapshot.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The columns of each fact table besides the time; the digest covers the time and these. */
export type StatedFields = {
  document_status_changes: { documents_status: string; previous_documents_status: string | null };
  findings_runs: { run_id: string; source: string | null; findings: Finding[] };
  item_changes: {
    item_id: number;
    kind: "completed" | "extraction_completed" | "internal_status_changed";
    item_type: string | null;
    item_error: string | null;
    internal_status: string | null;
    success: boolean | null;
  };
  label_changes: {
    label: string;
    kind: "added" | "removed";
    display_name: string | null;
    category: string | null;
    comment: string | null;
  };
  curp_lookups: {
    people_id: number;
    item_id: number | null;
    shareholder_id: number | null;
    people_error: string | null;
    people_error_message: string | null;
  };
  verification_statements: {
    event_name: string;
    status: string | null;
    account_id: string | null;
    account_name: string | null;
    verification_tag: string | null;
    created_at: Instant | null;
    created_at_text: string | null;
    extraction_completed_at: Instant | null;
  };
};

export type FactTable = keyof StatedFields;

type FactRow = {
  verification_id: string;
  /** Lowercase hex. */
  digest: string;
  at: Instant;
  /** The event's time as written, if it could not be parsed; else null. */
  at_text: string | null;
  /** The end of the second of this copy's `t`. */
  signed_before: Instant;
};

export type Fact = { [T in FactTable]: { table: T; row: FactRow & StatedFields[T] } }[FactTable];

/** The PostgreSQL type of each stated column, for the set-based insert. */
export const FACT_COLUMNS: { [T in FactTable]: Record<keyof StatedFields[T], string> } = {
  document_status_changes: { documents_status: "text", previous_documents_status: "text" },
  findings_runs: { run_id: "text", source: "text", findings: "jsonb" },
  item_changes: {
    item_id: "bigint",
    kind: "text",
    item_type: "text",
    item_error: "text",
    internal_status: "text",
    success: "boolean",
  },
  label_changes: { label: "text", kind: "text", display_name: "text", category: "text", comment: "text" },
  curp_lookups: {
    people_id: "bigint",
    item_id: "bigint",
    shareholder_id: "bigint",
    people_error: "text",
    people_error_message: "text",
  },
  verification_statements: {
    event_name: "text",
    status: "text",
    account_id: "text",
    account_name: "text",
    verification_tag: "text",
    created_at: "timestamptz",
    created_at_text: "text",
    extraction_completed_at: "timestamptz",
  },
};

export const FACT_TABLES = Object.keys(FACT_COLUMNS) as FactTable[];

const INSERTS = Object.fromEntries(
  FACT_TABLES.map((table) => [table, insertStatement(table, FACT_COLUMNS[table])]),
) as Record<FactTable, string>;

/** A statement for each table, for any number of rows. Only a copy signed earlier changes an existing row. */
function insertStatement(table: FactTable, columns: Record<string, string>): string {
  const stated = Object.keys(columns).join(", ");
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `
    INSERT INTO ${table} (verification_id, digest, at, at_text, signed_before, ${stated})
    SELECT verification_id, decode(digest, 'hex'), at, at_text, signed_before, ${stated}
    FROM json_to_recordset($1::json)
      AS fact(verification_id text, digest text, at timestamptz, at_text text, signed_before timestamptz, ${typed.join(", ")})
    ON CONFLICT (verification_id, digest) DO UPDATE SET signed_before = EXCLUDED.signed_before
    WHERE EXCLUDED.signed_before < ${table}.signed_before
    RETURNING verification_id`;
}

/** Inserts facts under the locks of their summaries; returns, by table, the verifications with a new or changed row. */
export async function writeFacts(client: Client, facts: readonly Fact[]): Promise<Map<FactTable, Set<string>>> {
  const changed = new Map<FactTable, Set<string>>();
  for (const [table, rows] of foldCopies(facts)) {
    const result = await client.query<{ verification_id: string }>({
      name: `write ${table}`,
      text: INSERTS[table],
      values: [JSON.stringify([...rows.values()])],
    });
    changed.set(table, new Set(result.rows.map((row) => row.verification_id)));
  }
  return changed;
}

/** Keeps the first signed copy of each fact: PostgreSQL refuses to update a row twice in one statement. */
function foldCopies(facts: readonly Fact[]): Map<FactTable, Map<string, Fact["row"]>> {
  const tables = new Map<FactTable, Map<string, Fact["row"]>>();
  for (const { table, row } of facts) {
    const rows = tables.get(table) ?? new Map<string, Fact["row"]>();
    tables.set(table, rows);
    const key = `${row.digest} ${row.verification_id}`;
    const other = rows.get(key);
    if (!other || row.signed_before < other.signed_before) rows.set(key, row);
  }
  return tables;
}

/** A read of the API: subject, time, hash of the whole redacted answer (lowercase hex), and extracted fields. */
export type SnapshotRow = {
  verification_id: string;
  subject: SnapshotSubject;
  read_at: Instant;
  body_hash: string;
} & VerificationSnapshot;

export type ChangedSnapshot = { verification_id: string; subject: SnapshotSubject };

const INSERT = `
  INSERT INTO verification_snapshots SELECT * FROM json_populate_recordset(NULL::verification_snapshots, $1::json)
  ON CONFLICT DO NOTHING`;

const DIFFERING = `
  SELECT DISTINCT read.verification_id, read.subject
  FROM json_populate_recordset(NULL::verification_snapshots, $1::json) AS read
  LEFT JOIN LATERAL (
    SELECT earlier.body_hash FROM verification_snapshots AS earlier
    WHERE earlier.verification_id = read.verification_id AND earlier.subject = read.subject
      AND (earlier.read_at, earlier.body_hash) < (read.read_at, read.body_hash)
    ORDER BY earlier.read_at DESC, earlier.body_hash DESC LIMIT 1
  ) AS last ON true
  WHERE last.body_hash IS DISTINCT FROM read.body_hash`;

/** Inserts reads. Returns the reads whose answer differs from the answer of the read before. */
export async function writeSnapshots(client: Client, rows: readonly SnapshotRow[]): Promise<ChangedSnapshot[]> {
  if (rows.length === 0) return [];
  const read = rows.map((row) => ({ ...row, body_hash: `\\x${row.body_hash}` }));
  await client.query(INSERT, [JSON.stringify(read)]);
  const keys = read.map(({ verification_id, subject, read_at, body_hash }) => ({
    verification_id,
    subject,
    read_at,
    body_hash,
  }));
  const { rows: differing } = await client.query<ChangedSnapshot>(DIFFERING, [JSON.stringify(keys)]);
  return differing;
}
