import { useFormatter, useLocale, useTranslations } from "next-intl";
import { ColleaguesMark } from "#components/desk/presence/colleagues.tsx";
import {
  OVERDUE_ICON,
  stateIconOf,
  useCauseWords,
  useDue,
  useFollowUpDay,
  useReasonWords,
  useReviewWord,
} from "#components/desk/review/review-marks.tsx";
import { iconClass } from "#components/kit/icon.ts";
import { Time, useClock, useDayFormat } from "#components/kit/time.tsx";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { ListedFile } from "#lib/core/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";

/**
 * A review in short: due time and assignee if it is open, else its state. Screen readers get the full text. Phones show
 * only the icon.
 */
export function ReviewCell({ row: { verification_id, review, dates } }: { row: ListedFile }) {
  const inFull = useReviewInFull();
  const short = useShort();
  if (review === null) return null;
  const { words, end, late, faint } = short(review);
  const { parts, due } = inFull(review);
  const { state, due_at } = review;
  const { icon, tone } = late ? OVERDUE_ICON : stateIconOf(review);
  return (
    <>
      <span
        aria-hidden
        data-dash={state === null || undefined}
        className={cn(state !== null && iconClass(icon), tone, faint && "text-muted-foreground")}
      >
        {words}
        {end !== null && due_at !== null && (
          <Time at={due_at} className={late ? "font-medium text-failed" : "text-muted-foreground"}>
            {` ${end}`}
          </Time>
        )}
      </span>
      <span className="sr-only">
        {parts.join(", ")}
        {due_at !== null && (
          <span>
            , <Time at={due_at}>{due}</Time>
          </span>
        )}
      </span>
      <span> </span>
      {dates?.due && <DueMark causes={dates.causes} />}
      {/* Last, since on a phone the icon of the state comes first. */}
      <ColleaguesMark verificationId={verification_id} />
    </>
  );
}

/** In the lane of due dates today, which is apart from the state of the review. */
function DueMark({ causes }: Pick<NonNullable<ListedFile["dates"]>, "causes">) {
  const causeWords = useCauseWords();
  const words = causes.map(causeWords).join(", ");
  return (
    <span className={cn(iconClass("waiting"), "before:text-waiting")}>
      <span className="sr-only">{words}</span>
    </span>
  );
}

type ShortWords = { words: string; end: string | null; late: boolean; faint: boolean };

function useShort(): (review: Review) => ShortWords {
  const t = useTranslations("verifications.table.review");
  const dueWords = useShortDue();
  const due = useDue();
  const dayOf = useDayFormat();
  return (review) => {
    const { state, assignee, due_at, follow_up_on } = review;
    const only = (words: string, faint = false): ShortWords => ({ words, end: null, late: false, faint });
    if (state === "open") {
      const late = due_at !== null && due(due_at).kind === "overdue";
      const words = assignee ? givenName(assignee.name) : t(due_at === null ? "unassigned" : late ? "overdue" : "due");
      return { words, end: due_at && dueWords(due_at), late, faint: false };
    }
    if (state === "waiting")
      return only(
        follow_up_on === null
          ? t("waiting")
          : t("until", { day: dayOf(follow_up_on, { day: "numeric", month: "short" }) }),
      );
    if (state === "approval") return only(t("approval"));
    if (state === null) return only("—", true);
    const resolution = review.resolution ?? "closed";
    return only(t(`resolved.${resolution}`), resolution !== "rejected");
  };
}

const givenName = (name: string): string => name.split(" ", 1)[0] || name;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The time overdue, 'today', the weekday, or the date. */
function useShortDue(): (at: string) => string {
  const t = useTranslations("verifications.table.review");
  const format = useFormatter();
  const locale = useLocale();
  const due = useDue();
  const now = useClock().getTime();
  return (at) => {
    const { kind } = due(at);
    if (kind === "today") return t("today");
    const date = new Date(at);
    const ms = Math.abs(date.getTime() - now);
    if (kind === "overdue") {
      const [unit, length] = ms < DAY_MS ? (["hour", HOUR_MS] as const) : (["day", DAY_MS] as const);
      const value = Math.max(1, Math.floor(ms / length));
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow" }).format(value);
    }
    return format.dateTime(date, ms < 6 * DAY_MS ? { weekday: "short" } : { day: "numeric", month: "short" });
  };
}

export function useReviewInFull(): (review: Review) => { parts: string[]; due: string | null } {
  const t = useTranslations("review");
  const word = useReviewWord();
  const reasonWords = useReasonWords();
  const due = useDue();
  const day = useFollowUpDay();
  return (review) => {
    const { state, resolution, reasons, assignee, decided_by, approved_by, returned_by, due_at, follow_up_on } = review;
    const has = assignee ? assignee.name : state === "open" ? t("assignee.none") : null;
    const parts = [
      follow_up_on === null ? word(review) : `${word(review)} ${t("until", { day: day(follow_up_on) })}`,
      ...(state === "approval" ? [t(`proposed.${resolution ?? "reopen"}`)] : []),
      ...(returned_by === null ? [] : [t("returnedBy", { name: returned_by.name })]),
      ...(decided_by === null ? [] : [t("decidedBy", { name: decided_by })]),
      ...(approved_by === null ? [] : [t("approvedBy", { name: approved_by })]),
      ...reasons.map((reason) => reasonWords(review, reason)),
      ...(has === null ? [] : [has]),
    ];
    return { parts, due: due_at && due(due_at).words };
  };
}
