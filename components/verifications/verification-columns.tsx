"use client";

import type { ListDefinition } from "#components/list/definition.ts";
import { DocumentsMeter } from "#components/page/documents-meter.tsx";
import { StatusMark } from "#components/page/marks.tsx";
import { shortId } from "#components/ui/copy.tsx";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { ReviewCell } from "./review-cell.tsx";
import { Activity, Created, File, Findings, Items, Labels } from "./verification-cells.tsx";

/** Which way a first press orders: what asks for attention first. */
const sortBy = (key: SortKey, first: VerificationSort) => ({ key, first });

/**
 * Columns of words are never narrower than their longest word in either language, however wide the list is; names of people
 * and labels are cut. Where a list is wide enough for one more column it comes: the review, the creation, then labels.
 */
const COLUMNS = [
  "@[60rem]:grid-cols-[minmax(13.25rem,2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(8.75rem,0.3fr)_5.25rem]",
  "@[63rem]:grid-cols-[minmax(13.25rem,2fr)_minmax(11.75rem,0.4fr)_6rem_4.75rem_minmax(8.75rem,0.3fr)_minmax(6rem,0.3fr)_5.25rem]",
  "@[67rem]:grid-cols-[minmax(13.25rem,2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(8.75rem,0.3fr)_minmax(7rem,0.3fr)_5.25rem]",
  "@[78rem]:grid-cols-[minmax(13.25rem,2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(8.75rem,0.3fr)_minmax(7rem,0.3fr)_4.5rem_5.25rem]",
  "@[83rem]:grid-cols-[minmax(13.25rem,2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(6rem,0.6fr)_minmax(8.75rem,0.3fr)_minmax(7rem,0.4fr)_4.5rem_5.25rem]",
].join(" ");

/**
 * A verification in one line, its density as the reader chose it. Where the list is narrower than 60rem it is a card of two,
 * broken by the pseudo-element. A changed name or creation is not marked.
 */
export const VERIFICATIONS: ListDefinition<VerificationSummary> = {
  keyOf: ({ verification_id }) => verification_id,
  hrefOf: ({ verification_id }) => `/verifications/${encodeURIComponent(verification_id)}`,
  nameOf: ({ tag, verification_id }) => tag ?? shortId(verification_id),
  columns: [
    {
      id: "file",
      place: "block order-1 min-w-0 flex-1 @[60rem]:order-none",
      skeleton: "w-60 max-w-full",
      cell: File,
      sort: sortBy("tag", "tag"),
    },
    {
      id: "documents",
      place: "block order-6 w-10.5 min-w-0 @lg:w-52 @[60rem]:order-none @[60rem]:w-auto",
      skeleton: "w-10 @lg:w-28",
      cell: ({ row }) => <DocumentsMeter status={row.documents_status} folds />,
      value: ({ documents_status }) => documents_status ?? "",
      sort: sortBy("documents_status", "documents_status"),
    },
    {
      id: "findings",
      place: "block order-7 w-24 min-w-0 @lg:w-36 @[60rem]:order-none @[60rem]:w-auto",
      skeleton: "w-20",
      cell: Findings,
      value: ({ findings }) => [findings.high, findings.medium, findings.low, findings.source].join("/"),
      sort: sortBy("findings", "-findings"),
    },
    {
      id: "items",
      place: "block order-3 @[60rem]:order-none",
      skeleton: "hidden w-8 @[60rem]:block",
      cell: Items,
      value: ({ items_total, items_with_error }) => [items_total, items_with_error].join("/"),
      sort: sortBy("items_with_error", "-items_with_error"),
    },
    {
      id: "labels",
      place: "hidden min-w-0 @[83rem]:block",
      skeleton: "w-16",
      cell: Labels,
      value: ({ label_names }) => label_names.join("\n"),
    },
    {
      id: "status",
      place: "order-5 flex min-w-0 flex-1 @[60rem]:order-none",
      skeleton: "w-24",
      cell: ({ row }) => <StatusMark status={row.status} />,
      value: ({ status }) => status ?? "",
      sort: sortBy("status", "-status"),
    },
    {
      id: "review",
      place: "block order-5 w-4 min-w-0 @lg:w-36 @[60rem]:order-none @[60rem]:w-auto @[60rem]:@max-[63rem]:hidden",
      skeleton: "w-4 @lg:w-20",
      cell: ReviewCell,
      value: ({ review }) => [review?.state, review?.resolution, review?.assignee?.name, review?.due_at].join("/"),
      sort: sortBy("due", "due"),
    },
    {
      id: "created",
      place: "hidden min-w-0 @[78rem]:block",
      skeleton: "w-12",
      cell: Created,
      sort: sortBy("created_at", "-created_at"),
    },
    {
      id: "activity",
      place: "block order-3 @[60rem]:order-none @[60rem]:text-right",
      skeleton: "w-12 @[60rem]:ml-auto",
      cell: Activity,
      value: ({ last_activity_at }) => last_activity_at ?? "",
      sort: sortBy("last_activity_at", "-last_activity_at"),
    },
  ],
  layout: {
    table:
      "[--row:3.75rem] in-data-[density=compact]:[--row:3.25rem] @[60rem]:[--row:2.375rem] @[60rem]:in-data-[density=compact]:[--row:1.875rem]",
    head: "border-border border-b bg-background @[60rem]:not-sr-only @[60rem]:sticky @[60rem]:top-26 @[60rem]:z-10 @[60rem]:block",
    titles: `@[60rem]:grid @[60rem]:h-8 items-center gap-x-3 px-3 in-data-[selectable]:pl-8 ${COLUMNS}`,
    row: `flex h-(--row) flex-wrap content-center items-center gap-x-2 gap-y-1 px-3 in-data-[selectable]:pl-8 before:order-4 before:w-full @lg:gap-x-3 @[60rem]:grid @[60rem]:scroll-mt-22 @[60rem]:before:hidden ${COLUMNS}`,
  },
};
