import "./verification-list.css";
import { useFormatter, useTranslations } from "next-intl";
import { useCauseWords } from "#components/desk/review/review-marks.tsx";
import type { Hints, ListDefinition } from "#components/kit/list/definition.ts";
import { useExactWords } from "#components/kit/time.tsx";
import { useWords } from "#components/kit/words.tsx";
import type { ListedFile } from "#lib/core/contract/verifications/verification.ts";
import type { VerificationSort } from "#lib/core/contract/verifications/verification-filter.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { ReviewCell, useReviewInFull } from "./review-cell.tsx";
import {
  Activity,
  Created,
  Documents,
  File,
  Findings,
  Labels,
  runKind,
  Status,
  useIncompleteWords,
  useProblems,
} from "./verification-cells.tsx";

/** A verification in one line, or a card of two lines. A changed name or time of creation is not marked. */
export const VERIFICATIONS: ListDefinition<ListedFile> = {
  keyOf: ({ verification_id }) => verification_id,
  hrefOf: ({ verification_id }) => `/verifications/${encodeURIComponent(verification_id)}`,
  nameOf: ({ tag, verification_id }) => tag ?? shortId(verification_id),
  useHints: useVerificationHints,
  columns: [
    {
      id: "file",
      place: "file-name",
      skeleton: "w-60 max-w-full",
      cell: File,
      sort: "tag" satisfies VerificationSort,
    },
    {
      id: "documents",
      place: "file-documents",
      skeleton: "w-10 @[36rem]:w-28",
      cell: Documents,
      value: ({ documents_status, items_total, items_with_error }) =>
        [documents_status, items_total, items_with_error].join("/"),
      sort: "documents_status" satisfies VerificationSort,
    },
    {
      id: "findings",
      place: "file-findings",
      skeleton: "w-20",
      cell: Findings,
      value: ({ findings }) => [findings.high, findings.medium, findings.low, findings.source].join("/"),
      sort: "-findings" satisfies VerificationSort,
    },
    {
      id: "labels",
      place: "file-labels",
      skeleton: "w-16",
      cell: Labels,
      value: ({ label_names }) => label_names.join("\n"),
    },
    {
      id: "status",
      place: "file-status",
      skeleton: "w-24",
      cell: Status,
      value: ({ status }) => status ?? "",
      sort: "-status" satisfies VerificationSort,
    },
    {
      id: "review",
      place: "file-review",
      skeleton: "w-4 @lg:w-20",
      cell: ReviewCell,
      value: ({ review, dates }) =>
        [review?.state, review?.resolution, review?.assignee?.name, review?.due_at, dates?.due].join("/"),
      sort: "due" satisfies VerificationSort,
    },
    {
      id: "created",
      place: "file-created",
      skeleton: "w-12",
      cell: Created,
      sort: "-created_at" satisfies VerificationSort,
    },
    {
      id: "activity",
      place: "file-activity",
      skeleton: "w-12 @[60rem]:ml-auto",
      cell: Activity,
      value: ({ last_activity_at }) => last_activity_at ?? "",
      sort: "-last_activity_at" satisfies VerificationSort,
    },
  ],
  layout: {
    table:
      "[--row:3.75rem] in-data-[density=compact]:[--row:3.25rem] @[60rem]:[--row:2.375rem] @[60rem]:in-data-[density=compact]:[--row:1.875rem]",
    head: "border-border border-b bg-background @[60rem]:not-sr-only @[60rem]:sticky @[60rem]:top-26 @[60rem]:z-10 @[60rem]:block",
    titles: "file-columns items-center gap-x-3 px-3 in-data-[selectable]:pl-8 @[60rem]:grid @[60rem]:h-8",
    row: "file-row file-columns",
  },
};

/** Tooltips for the cells of a verification: cut or counted text, ids, and exact times. */
export function useVerificationHints(): Hints<ListedFile> {
  const t = useTranslations("verifications.table");
  const time = useTranslations("verification.time");
  const format = useFormatter();
  const typeName = useWords("itemType");
  const exact = useExactWords();
  const wrong = useProblems();
  const incomplete = useIncompleteWords();
  const review = useReviewInFull();
  const causeWords = useCauseWords();
  return {
    file: (row) => {
      const { before, finding, after } = wrong(row);
      return [
        ...(row.title === null ? [...before, ...finding, ...after] : [row.title, row.tax_id]),
        row.possibly_incomplete.length > 0 && incomplete(row),
        row.verification_id,
      ];
    },
    documents: ({ items_total: count, item_types_with_error: types }) => [
      count > 0 && `${count} ${t("itemsWord", { count })}`,
      ...types.map((type) => typeName(type) ?? type),
    ],
    findings: ({ findings: { source, computed_at: at } }) => [
      t(`run.about.${runKind(source)}`),
      at && format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "long" }),
    ],
    labels: ({ label_names }) => label_names,
    review: (row) => {
      const causes = row.dates?.due ? row.dates.causes.map(causeWords) : [];
      if (row.review === null) return causes;
      const { parts, due } = review(row.review);
      return [...parts, due, ...causes];
    },
    created: ({ created_at: at, created_at_text: text }) => [at ? exact(at) : text && time("quoted", { text })],
    activity: ({ last_activity_at: at }) => [at && exact(at)],
  };
}
