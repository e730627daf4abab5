import type { Instant } from "#lib/contract/time.ts";
import type { Finding } from "#lib/contract/verifications/verification.ts";

/** What the facts of each table state, besides their time; the digest is taken over time and this. */
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
    extraction_completed_at: Instant | null;
  };
};

export type FactTable = keyof StatedFields;

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
    extraction_completed_at: "timestamptz",
  },
};

export const FACT_TABLES = Object.keys(FACT_COLUMNS) as FactTable[];
