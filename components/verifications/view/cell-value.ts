import type { ColumnId } from "#components/verifications/layout.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";

/** What a cell says, as text to compare: two that are equal show the same. A tag or creation that changes is no news. */
export function cellValue(column: ColumnId, row: VerificationSummary): string {
  switch (column) {
    case "documents":
      return row.documents_status ?? "";
    case "findings":
      return [row.findings.high, row.findings.medium, row.findings.low].join("/");
    case "items":
      return [row.items_total, row.items_with_error].join("/");
    case "labels":
      return row.label_names.join("\n");
    case "status":
      return row.status ?? "";
    case "activity":
      return row.last_activity_at ?? "";
    default:
      return "";
  }
}
