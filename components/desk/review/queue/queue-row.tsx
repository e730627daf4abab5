import { useDayFormat } from "#components/kit/time.tsx";
import "#components/kit/list/list.css";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type MouseEventHandler, memo } from "react";
import { ColleaguesMark } from "#components/desk/presence/colleagues.tsx";
import {
  TimeIcon,
  useCauseWords,
  useDue,
  useFollowUpDay,
  useReasonWords,
} from "#components/desk/review/review-marks.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { iconClass } from "#components/kit/icon.ts";
import { SelectBox } from "#components/kit/list/select-box.tsx";
import { FailedMark } from "#components/kit/marks.tsx";
import { SHORT_DAY, useClock } from "#components/kit/time.tsx";
import { useFindingWords } from "#components/kit/words.tsx";
import {
  type ListedFile,
  SEVERITIES,
  type VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import { DESK, type Lane } from "#lib/desk/contract/review/lanes.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { cn } from "@/components/ui/cn";

type Props = {
  row: ListedFile;
  lane: Lane;
  isOpen: boolean;
  /** The row has the Tab stop. */
  isActive: boolean;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** Only outside the queue, whose list handles clicks. */
  onClick?: MouseEventHandler<HTMLAnchorElement>;
};

/**
 * A row of the queue: the company, its problems with the reason for review, and the tag with the due time, in three
 * lines or, where there is room, in one. The list handles clicks: a handler per row would render all rows with each render of the desk.
 */
export const QueueRow = memo(function QueueRow({ row, lane, isOpen, isActive, selected, onClick }: Props) {
  const { verification_id: id, title, tag, tax_id, review } = row;
  const name = tag ?? shortId(id);
  // In lanes with a single assignee the name is left out.
  const assignee = lane === "mine" || lane === "unassigned" ? null : (review?.assignee?.name ?? null);
  return (
    <li className="@container relative border-border border-b">
      <a
        href={`/review?${DESK.write({ lane, file: id })}`}
        data-row-link
        onClick={onClick}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen ? "true" : undefined}
        className={cn(
          "flex h-19 flex-col justify-center gap-1 border-l-2 px-3 text-[0.8125rem] tabular-nums focus-visible:-outline-offset-2",
          "@[52rem]:h-11 @[52rem]:flex-row @[52rem]:items-center @[52rem]:justify-start @[52rem]:gap-6",
          selected !== undefined && "pl-8",
          isOpen ? "border-primary bg-accent" : "border-transparent hover:bg-muted/60",
          selected && "bg-accent/60",
        )}
      >
        <span className="flex items-center gap-2 @[52rem]:w-2/5">
          <Hint text={title ?? id}>
            <span className={cn("min-w-0 flex-1 truncate font-medium", !title && !tag && "font-mono text-xs")}>
              {title ?? name}
            </span>
          </Hint>
          <ColleaguesMark verificationId={id} />
        </span>
        <span className="flex min-w-0 items-center gap-2 text-xs @[52rem]:flex-1">
          <RowProblems row={row} />
          {lane === "dates" ? <RowCauses row={row} /> : <RowReason row={row} lane={lane} />}
        </span>
        <span className="flex items-center gap-2 text-muted-foreground text-xs @[52rem]:w-44">
          <span className="shrink-0">{title === null ? tax_id : name}</span>
          {assignee !== null && (
            <Hint text={assignee}>
              <span className="min-w-0 truncate">{assignee}</span>
            </Hint>
          )}
          {lane === "dates" ? <RowDay row={row} /> : <RowTime review={row.review} />}
        </span>
      </a>
      {selected !== undefined && (
        <span data-select className="list-select">
          <SelectBox name={title ?? name} selected={selected} active={isActive} />
        </span>
      )}
    </li>
  );
});

const COUNT = "shrink-0 font-medium before:mr-0.5";
const TONE = { high: "text-high", medium: "text-medium", low: "text-low" };

/** The counts of the two highest severities, and of documents that need attention. */
function RowProblems({ row: { findings, items_with_error: failed } }: Pick<Props, "row">) {
  const severity = useTranslations("verification.severity");
  const t = useTranslations("verifications.table");
  const found = SEVERITIES.filter((name) => findings[name] > 0).slice(0, 2);
  return (
    <>
      {found.map((name) => (
        <span key={name} className={cn(iconClass(name), COUNT, TONE[name])}>
          <span>{findings[name]}</span> <span className="sr-only">{`${severity(name)},`}</span>
        </span>
      ))}
      {failed > 0 && (
        <FailedMark className="shrink-0 before:mr-0.5">
          <span>{failed}</span> <span className="sr-only">{`${t("failedWord", { count: failed })},`}</span>
        </FailedMark>
      )}
    </>
  );
}

/**
 * The first reason of the review, preferably a reason of the lane; for a plain decision, the most severe finding. For
 * approvals, the proposed resolution.
 */
function RowReason({ row: { review, findings }, lane }: Pick<Props, "row" | "lane">) {
  const t = useTranslations("review");
  const findingWords = useFindingWords();
  const reasonWords = useReasonWords();
  const user = useCurrentUser();
  if (!review) return null;
  const { state, resolution, reasons, decided_by, returned_by, assignee } = review;
  const own = lane === "stalled" ? reasons.find((reason) => reason.startsWith("stalled")) : undefined;
  const reason = own ?? reasons[0];
  const isOwn = assignee?.user_id === user.id && decided_by === user.name;
  const words =
    state === "approval"
      ? [t(`proposed.${resolution ?? "reopen"}`), ...(isOwn ? [t("ownProposal")] : [])].join(" · ")
      : returned_by !== null
        ? [
            t("returnedBy", { name: returned_by.name }),
            ...(returned_by.reason === null ? [] : [`“${returned_by.reason}”`]),
          ].join(": ")
        : state === "open"
          ? (reason === "decision" && findingWords(findings.gravest)[0]) ||
            (reason ? reasonWords(review, reason) : t("reason.none"))
          : t(`state.${state ?? "none"}`);
  const more =
    state === "open"
      ? reasons.map((each) => reasonWords(review, each))
      : decided_by === null
        ? []
        : [t("decidedBy", { name: decided_by })];
  return (
    <Hint text={[...new Set([words, ...more])].join(" · ")}>
      <span className="min-w-0 flex-1 truncate text-muted-foreground">{words}</span>
    </Hint>
  );
}

/** Why the file is in the lane of due dates: the causes that are dealt with together. */
function RowCauses({ row: { dates } }: Pick<Props, "row">) {
  const causeWords = useCauseWords();
  const words = dates?.causes.map(causeWords).join(" · ") ?? "";
  return (
    <Hint text={words}>
      <span className="min-w-0 flex-1 truncate text-muted-foreground">{words}</span>
    </Hint>
  );
}

/** The first day of the causes. What was late when its rule began is not late. */
function RowDay({ row: { dates } }: Pick<Props, "row">) {
  const t = useTranslations("review-queue.dates");
  const dayFormat = useDayFormat();
  const now = useClock();
  const [first] = dates?.causes ?? [];
  if (!first) return null;
  const short = dayFormat(first.due_on, SHORT_DAY);
  const isLate = !first.backlog && first.due_on < now.toISOString().slice(0, 10);
  return isLate ? (
    <Short
      of="overdue"
      short={short}
      words={t("late", { day: dayFormat(first.due_on) })}
      tone="font-medium text-failed"
    />
  ) : (
    <Short of="due" short={short} words={t("due", { day: dayFormat(first.due_on) })} />
  );
}

/** The due time or the end of the wait, in a short form; the full time is on hover and for screen readers. */
function RowTime({ review }: Pick<VerificationSummary, "review">) {
  const t = useTranslations("review");
  const format = useFormatter();
  const now = useClock();
  const due = useDue();
  const dayOf = useFollowUpDay();
  const dayFormat = useDayFormat();
  if (!review) return null;
  const { due_at: at, follow_up_on: day } = review;
  if (at === null) {
    if (day === null) return null;
    const short = dayFormat(day, { day: "numeric", month: "short" });
    return <Short of="until" short={short} words={t("until", { day: dayOf(day) })} />;
  }
  const { kind, words, short } = due(at);
  if (kind === "overdue") {
    const late = format.relativeTime(new Date(at), { now, style: "narrow" });
    return <Short of="overdue" short={late} words={words} tone="font-medium text-failed" />;
  }
  return <Short of="due" short={short} words={words} tone={kind === "today" ? "text-foreground" : undefined} />;
}

type ShortProps = {
  of: ComponentProps<typeof TimeIcon>["of"];
  short: string;
  words: string;
  tone?: string | undefined;
};

const Short = ({ of, short, words, tone = "text-muted-foreground" }: ShortProps) => (
  <Hint text={words}>
    <span className={cn("ml-auto inline-flex shrink-0 items-center gap-1", tone)}>
      <TimeIcon of={of} className="size-3" />
      <span aria-hidden>{short}</span>
      <span className="sr-only">{words}</span>
    </span>
  </Hint>
);
