"use client";

import { Diamond, FileQuestionMark, Triangle, TriangleAlert, X } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import type { ListDefinition } from "#components/list/definition.ts";
import { LinkCopy, RowLink } from "#components/list/list-row.tsx";
import { StatusMark } from "#components/page/marks.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { cn } from "#components/ui/cn.ts";
import { shortId } from "#components/ui/copy.tsx";
import type { Part } from "#lib/contract/verifications/incomplete.ts";
import { SEVERITIES, type VerificationSummary } from "#lib/contract/verifications/verification.ts";
import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { DocumentsMeter, Unknown } from "./documents-meter.tsx";

type Cell = { row: VerificationSummary };

/** A verification without a tag goes by its id, whole on hover. */
const Tag = ({ row: { verification_id, tag, possibly_incomplete } }: Cell) => (
  <span className="flex min-w-0 items-center gap-1">
    <RowLink className={cn("block truncate", tag === null ? "font-mono text-xs" : "font-medium")}>
      <span title={verification_id} className="relative z-1">
        {tag ?? shortId(verification_id)}
      </span>
    </RowLink>
    {possibly_incomplete.length > 0 && <Incomplete parts={possibly_incomplete} />}
  </span>
);

/** Events may be missing: of what, on hover and to screen readers. */
function Incomplete({ parts }: { parts: Part[] }) {
  const t = useTranslations("verification.incomplete");
  const text = t("ofParts", { parts: parts.map((part) => t(`part.${part}`)).join(", ") });
  return (
    <span title={text} className="relative z-1 shrink-0">
      <FileQuestionMark aria-hidden className="size-3.5 text-medium" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Account({ row: { account_name: name } }: Cell) {
  if (name === null) return <Unknown />;
  return (
    <LinkCopy said={name}>
      <span title={name} className="text-muted-foreground @[60rem]:text-foreground">
        {name}
      </span>
    </LinkCopy>
  );
}

// The marks of the verification's own page, so that a sign means one thing everywhere.
const MARK = {
  high: { icon: TriangleAlert, tone: "text-high", turn: "" },
  medium: { icon: Diamond, tone: "text-medium", turn: "" },
  low: { icon: Triangle, tone: "text-low", turn: "rotate-180" },
} as const;

/**
 * Findings by severity. None of a severity is faint; no run known is a dash, which does not mean none. Those of a run that
 * is not final are underlined with dashes, with its kind in words; when it was computed is on hover.
 */
function Findings({ row: { findings } }: Cell) {
  const t = useTranslations("verification.severity");
  const run = useTranslations("verifications.table.run");
  const format = useFormatter();
  const { source, computed_at } = findings;
  const counted = SEVERITIES.some((severity) => findings[severity] > 0);
  if (computed_at === null && source === null && !counted) return <Unknown />;
  const kind = source === "final" || source === "provisional" ? source : "other";
  const at = computed_at && format.dateTime(new Date(computed_at), { dateStyle: "medium", timeStyle: "short" });
  const about = run(`about.${kind}`);
  return (
    <LinkCopy said={[...SEVERITIES.map((severity) => `${findings[severity]} ${t(severity)}`), about].join(", ")}>
      <span
        title={[about, ...(at ? [at] : [])].join(" · ")}
        className={cn(
          "inline-flex items-center gap-2 border-b border-dashed",
          kind === "final" ? "border-transparent" : "border-muted-foreground",
        )}
      >
        {SEVERITIES.map((severity) => {
          const { icon: Icon, tone, turn } = MARK[severity];
          const count = findings[severity];
          return (
            <span
              key={severity}
              className={cn(
                "inline-flex min-w-6 items-center gap-1",
                count > 0 ? `font-medium ${tone}` : "text-muted-foreground",
              )}
            >
              <Icon aria-hidden className={cn("size-3 shrink-0", turn)} />
              {count}
            </span>
          );
        })}
        {kind !== "final" && (
          <span className="hidden text-[0.6875rem] text-muted-foreground @lg:inline">{run(kind)}</span>
        )}
      </span>
    </LinkCopy>
  );
}

/**
 * Items known, and how many of them need attention, of which types on hover. Items are known from events alone, so none is
 * 'not known'.
 */
function Items({ row: { items_total: total, items_with_error: failed, item_types_with_error: types } }: Cell) {
  const t = useTranslations("verifications.table");
  const typeName = useWords("itemType");
  const names = types.map((type) => typeName(type) ?? type);
  if (total === 0) {
    return (
      <span className="hidden @[60rem]:inline">
        <Unknown />
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5">
      <span className="sr-only @[60rem]:not-sr-only">
        <span aria-hidden>{total}</span>
        <span className="sr-only">{t("itemsCount", { count: total })}</span>
      </span>
      {failed > 0 && (
        <LinkCopy said={[t("itemsFailed", { count: failed }), ...names].join(", ")}>
          <span title={names.join("\n")} className="inline-flex items-center gap-0.5 font-medium text-failed">
            <span className="hidden font-normal text-muted-foreground @[60rem]:inline">·&nbsp;</span>
            {failed}
            <X className="size-3.5" />
          </span>
        </LinkCopy>
      )}
    </span>
  );
}

/** The names of the labels assigned now: the first in full, the others counted, all of them on hover and to screen readers. */
function Labels({ row: { label_names: labels } }: Cell) {
  const t = useTranslations("verifications.table");
  const [first, ...others] = labels;
  if (first === undefined) return <span className="sr-only">{t("noLabels")}</span>;
  return (
    <LinkCopy said={labels.join(", ")}>
      <span title={labels.join("\n")}>
        <span className="flex min-w-0 items-center gap-1.5">
          <span aria-hidden className="truncate rounded bg-muted px-1.5 py-px text-xs">
            {first}
          </span>
          {others.length > 0 && (
            <span aria-hidden className="shrink-0 text-muted-foreground text-xs">
              +{others.length}
            </span>
          )}
        </span>
      </span>
    </LinkCopy>
  );
}

/** The day on which a verification was created, in the reader's zone, with the exact instant on hover. */
function Created({ row: { created_at: at } }: Cell) {
  const format = useFormatter();
  const now = useNow();
  if (at === null) return <Unknown />;
  const date = new Date(at);
  const year = (moment: Date) => format.dateTime(moment, { year: "numeric" });
  const day = (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: "long", timeStyle: "long" })}>
      {format.dateTime(date, {
        day: "numeric",
        month: "short",
        ...(year(date) === year(now) ? {} : { year: "2-digit" as const }),
      })}
    </time>
  );
  return (
    <LinkCopy said={day}>
      <span className="text-muted-foreground">{day}</span>
    </LinkCopy>
  );
}

function Activity({ row: { last_activity_at: at } }: Cell) {
  if (at === null) return <Unknown />;
  return (
    <LinkCopy said={<RelativeInstant at={at} />}>
      <RelativeInstant at={at} className="text-muted-foreground" />
    </LinkCopy>
  );
}

/** Which way a first press orders: what asks for attention first. */
const sortBy = (key: SortKey, first: VerificationSort) => ({ key, first });

/** Columns of words are never narrower than their longest word in either language, however wide the list is. */
const COLUMNS = [
  "@[60rem]:grid-cols-[minmax(6.25rem,0.7fr)_minmax(6rem,1.4fr)_minmax(11.75rem,0.6fr)_8.75rem_4.75rem_minmax(8.75rem,0.4fr)_7rem]",
  "@[67rem]:grid-cols-[minmax(6.25rem,0.6fr)_minmax(6rem,1.2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(7rem,1fr)_minmax(8.75rem,0.3fr)_7rem]",
  "@[72rem]:gap-x-3 @[72rem]:grid-cols-[minmax(6.25rem,0.6fr)_minmax(6rem,1.2fr)_minmax(11.75rem,0.4fr)_8.75rem_4.75rem_minmax(8.75rem,1fr)_minmax(8.75rem,0.3fr)_4.5rem_7rem]",
].join(" ");

/**
 * A verification in one line, its density as the reader chose it. Where the list is narrower than 60rem it is a card of two,
 * broken by the pseudo-element; labels and creation come with more width. A changed tag or creation is not marked.
 */
export const VERIFICATIONS: ListDefinition<VerificationSummary> = {
  keyOf: ({ verification_id }) => verification_id,
  hrefOf: ({ verification_id }) => `/verifications/${encodeURIComponent(verification_id)}`,
  columns: [
    {
      id: "tag",
      place: "block order-1 min-w-0 max-w-[55%] @[60rem]:order-none @[60rem]:max-w-none",
      skeleton: "w-20",
      cell: Tag,
      sort: sortBy("tag", "tag"),
    },
    {
      id: "account",
      place: "block order-2 min-w-0 flex-1 @[60rem]:order-none",
      skeleton: "w-40 max-w-full",
      cell: Account,
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
      place: "block order-7 w-26 min-w-0 @lg:w-36 @[60rem]:order-none @[60rem]:w-auto",
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
      place: "hidden min-w-0 @[67rem]:block",
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
      id: "created",
      place: "hidden min-w-0 @[72rem]:block",
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
    titles: `@[60rem]:grid @[60rem]:h-8 items-center gap-x-4 px-3 ${COLUMNS}`,
    row: `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-4 before:w-full @[60rem]:grid @[60rem]:scroll-mt-36 @[60rem]:gap-x-4 @[60rem]:before:hidden ${COLUMNS}`,
  },
};
