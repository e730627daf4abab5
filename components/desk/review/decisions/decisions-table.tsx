import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { createContext, use } from "react";
import { SmallTable } from "#components/kit/list/small-table.tsx";
import type { ListOrder } from "#components/kit/list/sort-title.tsx";
import { Time, useDayFormat } from "#components/kit/time.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { useCodeWords } from "#components/kit/words.tsx";
import type { AuditedDecision } from "#lib/desk/contract/review/log.ts";
import { dotted, shortId } from "#lib/platform/contract/text.ts";
import { cn } from "@/components/ui/cn";

/** The time zone of the shown times. */
export const DecisionsZone = createContext("UTC");
const SIXTH = "md:w-1/6 print:w-1/6";

export const fileNameOf = ({ title, tag, verification_id }: AuditedDecision): string =>
  title ?? tag ?? shortId(verification_id);

/** The link of a step: its own record if it has one; for a proposal, the file. */
const recordOf = ({ kind, verification_id, entry_id, undone }: AuditedDecision): string => {
  const file = `/verifications/${encodeURIComponent(verification_id)}`;
  return kind === "submitted" || undone ? file : `${file}/decision?entry=${entry_id}`;
};

type Props = { rows: readonly AuditedDecision[]; timeZone: string; order: ListOrder };

export function DecisionsTable({ rows, timeZone, order }: Props) {
  const t = useTranslations("decisions");
  return (
    <DecisionsZone value={timeZone}>
      <SmallTable
        label={t("table")}
        keyOf={({ entry_id }) => String(entry_id)}
        rows={rows}
        order={order}
        columns={[
          { id: "at", title: t("column.at"), sort: "-at", place: "md:w-28 lg:w-48 print:w-32", cell: At },
          { id: "file", title: t("column.title"), sort: "title", cell: File, names: true },
          { id: "decision", title: t("column.resolution"), sort: "resolution", cell: Decision },
          { id: "exceptions", title: t("column.exceptions"), sort: "-exceptions", place: SIXTH, cell: Exceptions },
          ...(rows.some(({ together }) => together !== null)
            ? [{ id: "together", title: t("column.together"), place: "md:w-24 print:w-16", cell: Together }]
            : []),
          { id: "reason", title: t("column.reason_name"), place: "md:w-1/4 lg:w-1/3 print:w-1/3", cell: Reason },
        ]}
        layout={{
          table: "w-full text-sm max-md:block print:table print:text-xs",
          head: "max-md:hidden print:table-header-group",
          titles: "text-muted-foreground text-xs [&_:is(th,button)]:font-normal [&_th]:py-1.5 [&_th]:pr-4",
          body: "max-md:block print:table-row-group",
          row: "max-md:block max-md:py-2 print:table-row break-inside-avoid [&>*]:max-md:block [&>*]:print:table-cell [&>*]:pr-4 [&>*]:align-top md:[&>*]:py-2 print:[&>*]:py-1",
        }}
      />
    </DecisionsZone>
  );
}

type RowProps = { row: AuditedDecision };

function At({ row: { at } }: RowProps) {
  const format = useFormatter();
  const timeZone = use(DecisionsZone);
  return (
    <Time at={at} className="text-muted-foreground tabular-nums *:whitespace-nowrap">
      <span>{`${format.dateTime(new Date(at), { dateStyle: "medium", timeZone })},`}</span>{" "}
      <span>{format.dateTime(new Date(at), { timeStyle: "short", timeZone })}</span>
    </Time>
  );
}

function File({ row }: RowProps) {
  const t = useTranslations("decisions");
  const { title, tag } = row;
  const name = fileNameOf(row);
  const href = recordOf(row);
  return (
    <span className="wrap-anywhere font-normal">
      <Link
        href={href}
        prefetch={false}
        aria-label={t(href.includes("/decision?") ? "record" : "file", { file: name })}
        className="rounded font-medium underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      {title !== null && tag !== null && (
        <span className="block text-muted-foreground text-xs">
          <WholeTags>{tag}</WholeTags>
        </span>
      )}
    </span>
  );
}

function Decision({ row: { kind, resolution, user_name, proposed_by, answer, undone } }: RowProps) {
  const t = useTranslations("decisions");
  const record = useTranslations("decision");
  const words = useTranslations("review.resolution");
  const word = useCodeWords("decisions.kind")(kind);
  const about = [
    t("by", { kind: word, name: user_name ?? record("gone") }),
    ...(proposed_by === null ? [] : [t("proposedBy", { name: proposed_by })]),
    ...(kind === "submitted" && !undone ? [t(`answer.${answerOf(answer)}`)] : []),
    ...(undone ? [t("undone")] : []),
  ];
  return (
    <span className="wrap-anywhere">
      <span className={undone ? "line-through" : "font-medium"}>{resolution && words(resolution)}</span>
      <span className="block text-muted-foreground text-xs">{dotted(about)}</span>
    </span>
  );
}

/** `named`: the value has its label at every width. */
type NamedProps = RowProps & { named?: boolean };

function Exceptions({ row: { exceptions }, named = false }: NamedProps) {
  const t = useTranslations("decisions");
  if (exceptions.length === 0) return null;
  return (
    <span className="wrap-anywhere">
      <span className={cn("text-muted-foreground text-xs", !named && "md:hidden")}>{t("column.exceptions")}: </span>
      {dotted(exceptions.map((exception) => t(`exception.${exception}`)))}
    </span>
  );
}

function Together({ row: { together }, named = false }: NamedProps) {
  const t = useTranslations("decisions");
  if (together === null) return null;
  return (
    <span className="tabular-nums">
      {named && <span className="text-muted-foreground text-xs">{t("column.together")} </span>}
      <span>{t("together.others", { count: together })}</span>
    </span>
  );
}

const answerOf = (answer: AuditedDecision["answer"]) =>
  answer === "approved" || answer === "returned_by_approver" || answer === "withdrawn" ? answer : "none";

function Reason({ row: { reason_code, reason_name, reason, review_on } }: RowProps) {
  const t = useTranslations("decisions");
  const dayOf = useDayFormat();
  const locale = useLocale();
  const name = reason_name?.[locale === "en" ? "en" : "es"] ?? reason_code;
  return (
    <span className="wrap-anywhere">
      {name}
      {reason !== null && <span className="block whitespace-pre-line text-muted-foreground">{reason}</span>}
      {review_on !== null && (
        <span className="block text-muted-foreground text-xs">{t("reviewOn", { day: dayOf(review_on) })}</span>
      )}
    </span>
  );
}

/** The parts of a decision, for other lists. */
export const DECISION_CELLS = { At, File, Decision, Exceptions, Together, Reason };
