"use client";

import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import { RelativeInstant } from "#components/time/instant.tsx";
import { StatusMark } from "#components/verification/marks.tsx";
import type { VerificationSummary } from "#lib/contract/verification.ts";
import { CreatedDay } from "./cells/created-day.tsx";
import { DocumentsMeter } from "./cells/documents-meter.tsx";
import { FindingsCounts } from "./cells/findings-counts.tsx";
import { HoverTwin } from "./cells/hover-twin.tsx";
import { ItemsCount } from "./cells/items-count.tsx";
import { LabelsCell } from "./cells/labels-cell.tsx";
import { TagLink } from "./cells/tag-link.tsx";
import { Unknown } from "./cells/unknown.tsx";
import { ColumnTitle } from "./column-title.tsx";
import { useRow } from "./row-context.ts";

/** Order and filters are the database's work: the table adds columns and cells, no features of its own. */
export const features = tableFeatures({});

const helper = createColumnHelper<typeof features, VerificationSummary>();

export const columns = helper.columns([
  helper.accessor("tag", {
    id: "tag",
    header: () => <ColumnTitle id="tag" />,
    cell: ({ row }) => <TagCell row={row.original} />,
  }),
  helper.accessor("account_name", {
    id: "account",
    header: () => <ColumnTitle id="account" />,
    cell: ({ getValue }) => <AccountCell name={getValue()} />,
  }),
  helper.accessor("documents_status", {
    id: "documents",
    header: () => <ColumnTitle id="documents" />,
    cell: ({ getValue }) => <DocumentsMeter status={getValue()} folds />,
  }),
  helper.accessor("findings", {
    id: "findings",
    header: () => <ColumnTitle id="findings" />,
    cell: ({ getValue }) => <FindingsCounts findings={getValue()} />,
  }),
  helper.accessor("items_total", {
    id: "items",
    header: () => <ColumnTitle id="items" />,
    cell: ({ row }) => <ItemsCount total={row.original.items_total} failed={row.original.items_with_error} />,
  }),
  helper.accessor("label_names", {
    id: "labels",
    header: () => <ColumnTitle id="labels" />,
    cell: ({ getValue }) => <LabelsTwin labels={getValue()} />,
  }),
  helper.accessor("status", {
    id: "status",
    header: () => <ColumnTitle id="status" />,
    cell: ({ getValue }) => <StatusMark status={getValue()} />,
  }),
  helper.accessor("created_at", {
    id: "created",
    header: () => <ColumnTitle id="created" />,
    cell: ({ getValue }) => <CreatedCell at={getValue()} />,
  }),
  helper.accessor("last_activity_at", {
    id: "activity",
    header: () => <ColumnTitle id="activity" />,
    cell: ({ getValue }) => <ActivityCell at={getValue()} />,
  }),
]);

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
