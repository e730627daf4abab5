import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useCauseWords } from "#components/desk/review/review-marks.tsx";
import { Unknown } from "#components/kit/documents-meter.tsx";
import { iconClass } from "#components/kit/icon.ts";
import type { Hints, ListDefinition } from "#components/kit/list/definition.ts";
import { Time, useDayFormat } from "#components/kit/time.tsx";
import { DOCUMENT_ICONS } from "#components/statements/document-words.ts";
import type { ListedFile } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { cn } from "@/components/ui/cn";
import { useVerificationHints, VERIFICATIONS } from "./verification-columns.tsx";

const DATE_FILTERS: readonly string[] = ["document_dates", "due_dates", "checked_before"];
const DATE_SORTS: readonly string[] = ["next_date", "relation_since", "checked_at", "next_check_on"];

export const isDateFilter = (name: string): boolean => DATE_FILTERS.includes(name);
export const isDateSort = (sort: string): boolean => DATE_SORTS.includes(sort.replace(/^-/, ""));

/** Whether the filter or the order is by dates, so that the list shows the columns of due dates. */
export const showsDates = (filter: VerificationFilter): boolean =>
  isDateSort(filter.sort) || VERIFICATION_FILTER.applied(filter).some(({ name }) => isDateFilter(name));

type Cell = { row: ListedFile };

const nextOf = ({ dates }: ListedFile) => dates?.causes[0]?.due_on ?? null;
const relationOf = ({ dates }: ListedFile) => dates?.relation ?? null;
const assigneeOf = ({ review }: ListedFile) => (review?.state === "open" ? (review.assignee?.name ?? "") : "");

/** The columns of due dates: the relationship, its checks, and the document that needs attention first. */
export const DATES: ListDefinition<ListedFile> = {
  ...VERIFICATIONS,
  useHints: useDateHints,
  columns: [
    ...VERIFICATIONS.columns.filter(({ id }) => id === "file"),
    { id: "document", place: "dates-document", skeleton: "w-40", cell: WorstDocument },
    {
      id: "nextDate",
      place: "dates-next",
      skeleton: "w-20",
      cell: NextDate,
      value: (row) => nextOf(row) ?? "",
      sort: "next_date",
    },
    {
      id: "since",
      place: "dates-day",
      skeleton: "w-20",
      cell: ({ row }: Cell) => <Day day={relationOf(row)?.since} />,
      sort: "relation_since",
    },
    { id: "lastCheck", place: "dates-day", skeleton: "w-20", cell: LastCheck, sort: "checked_at" },
    {
      id: "nextCheck",
      place: "dates-day",
      skeleton: "w-20",
      cell: ({ row }: Cell) => <Day day={relationOf(row)?.next_check_on} />,
      sort: "next_check_on",
    },
    {
      id: "assignee",
      place: "dates-assignee",
      skeleton: "w-24",
      cell: ({ row }: Cell) => assigneeOf(row),
      value: assigneeOf,
    },
  ],
  layout: {
    ...VERIFICATIONS.layout,
    titles: VERIFICATIONS.layout.titles.replace("file-columns", "dates-columns"),
    row: "file-row dates-columns",
  },
};

const MEDIUM = { dateStyle: "medium" } as const;

function Day({ day, className }: { day: string | null | undefined; className?: string | undefined }) {
  const words = useDayFormat();
  if (!day) return <Unknown />;
  return (
    <Time at={day} className={className}>
      {words(day, MEDIUM)}
    </Time>
  );
}

function LastCheck({ row }: Cell) {
  const t = useTranslations("verifications.table.dates");
  const format = useFormatter();
  const relation = relationOf(row);
  if (relation === null) return <Unknown />;
  if (relation.checked_at === null) return <span>{t("never")}</span>;
  return <Time at={relation.checked_at}>{format.dateTime(new Date(relation.checked_at), MEDIUM)}</Time>;
}

/** The first day of the causes of the lane of due dates. */
function NextDate({ row }: Cell) {
  const t = useTranslations("verifications.table.dates");
  const isOverdue = row.dates?.overdue ?? false;
  return (
    <>
      <Day day={nextOf(row)} className={isOverdue ? "font-medium text-failed" : undefined} />
      {isOverdue && <span className="sr-only">{` ${t("overdue")}`}</span>}
    </>
  );
}

function WorstDocument({ row: { dates } }: Cell) {
  const t = useTranslations("verifications.table.dates");
  const locale = useLocale();
  const day = useDayFormat();
  const worst = dates?.worst;
  if (!worst) return <Unknown />;
  const { icon, tone } = DOCUMENT_ICONS[worst.state];
  return (
    <>
      <span className={cn(iconClass(icon), tone)}>{worst.name[locale === "en" ? "en" : "es"]}</span>
      <span className="text-muted-foreground">
        {` ${t(`state.${worst.state}`, { day: worst.day === null ? "" : day(worst.day, MEDIUM) })}`}
      </span>
    </>
  );
}

function useDateHints(): Hints<ListedFile> {
  const { file } = useVerificationHints();
  const t = useTranslations("verifications.table.dates");
  const causeWords = useCauseWords();
  const day = useDayFormat();
  return {
    ...(file && { file }),
    nextDate: ({ dates }) =>
      (dates?.causes ?? []).map((cause) => t("cause", { cause: causeWords(cause), day: day(cause.due_on) })),
  };
}
