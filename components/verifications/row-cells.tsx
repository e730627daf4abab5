"use client";

import type { ReactNode } from "react";
import { StatusMark } from "#components/page/marks.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { CreatedDay } from "./cells/created-day.tsx";
import { DocumentsMeter } from "./cells/documents-meter.tsx";
import { FindingsCounts } from "./cells/findings-counts.tsx";
import { HoverTwin } from "./cells/hover-twin.tsx";
import { ItemsCount } from "./cells/items-count.tsx";
import { LabelsCell } from "./cells/labels-cell.tsx";
import { TagLink } from "./cells/tag-link.tsx";
import { Unknown } from "./cells/unknown.tsx";
import type { ColumnId } from "./layout.ts";
import { useRow } from "./row-context.ts";

/** What stands in each column of a row. */
export const CELLS: Record<ColumnId, (row: VerificationSummary) => ReactNode> = {
  tag: (row) => <TagCell row={row} />,
  account: (row) => <AccountCell name={row.account_name} />,
  documents: (row) => <DocumentsMeter status={row.documents_status} folds />,
  findings: (row) => <FindingsCounts findings={row.findings} />,
  items: (row) => <ItemsCount total={row.items_total} failed={row.items_with_error} />,
  labels: (row) => <LabelsTwin labels={row.label_names} />,
  status: (row) => <StatusMark status={row.status} />,
  created: (row) => <CreatedCell at={row.created_at} />,
  activity: (row) => <ActivityCell at={row.last_activity_at} />,
};

function TagCell({ row }: { row: VerificationSummary }) {
  return <TagLink verificationId={row.verification_id} tag={row.tag} {...useRow()} />;
}

function AccountCell({ name }: { name: string | null }) {
  const { href } = useRow();
  if (name === null) return <Unknown />;
  return (
    <HoverTwin href={href} said={name}>
      <span title={name} className="text-muted-foreground @[60rem]:text-foreground">
        {name}
      </span>
    </HoverTwin>
  );
}

function LabelsTwin({ labels }: { labels: readonly string[] }) {
  const { href } = useRow();
  if (labels.length === 0) return <LabelsCell labels={labels} />;
  return (
    <HoverTwin href={href} said={labels.join(", ")}>
      <span title={labels.join("\n")}>
        <LabelsCell labels={labels} />
      </span>
    </HoverTwin>
  );
}

function CreatedCell({ at }: { at: string | null }) {
  const { href } = useRow();
  if (at === null) return <Unknown />;
  return (
    <HoverTwin href={href} said={<CreatedDay at={at} />}>
      <span className="text-muted-foreground">
        <CreatedDay at={at} />
      </span>
    </HoverTwin>
  );
}

function ActivityCell({ at }: { at: string | null }) {
  const { href } = useRow();
  if (at === null) return <Unknown />;
  return (
    <HoverTwin href={href} said={<RelativeInstant at={at} />}>
      <RelativeInstant at={at} className="text-muted-foreground" />
    </HoverTwin>
  );
}
