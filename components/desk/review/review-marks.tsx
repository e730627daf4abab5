import { Clock, ClockAlert, Hourglass } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Hint } from "#components/kit/hint.tsx";
import { type IconName, iconClass } from "#components/kit/icon.ts";
import { SHORT_DAY, Time, useClock, useDayFormat, useExactWords } from "#components/kit/time.tsx";
import type { Reason, Resolution, Review, ReviewState } from "#lib/core/contract/verifications/review.ts";
import type { DueCause } from "#lib/statements/contract/statement.ts";

type StateIcon = { icon: IconName; tone: string };

const STATE_ICONS: Record<Exclude<ReviewState, "resolved"> | Resolution | "none", StateIcon> = {
  none: { icon: "dashed", tone: "before:text-muted-foreground" },
  open: { icon: "dot", tone: "before:text-primary" },
  waiting: { icon: "waiting", tone: "before:text-waiting" },
  approval: { icon: "approval", tone: "before:text-waiting" },
  accepted: { icon: "accepted", tone: "before:text-done" },
  rejected: { icon: "rejected", tone: "before:text-failed" },
  closed: { icon: "closed", tone: "before:text-muted-foreground" },
};

export const stateIconOf = ({ state, resolution }: Pick<Review, "state" | "resolution">): StateIcon =>
  STATE_ICONS[state === "resolved" ? (resolution ?? "closed") : (state ?? "none")];

/** The state of a review in one word; for a resolved review, its resolution. */
export function useReviewWord(): (review: Pick<Review, "state" | "resolution">) => string {
  const t = useTranslations("review");
  return ({ state, resolution }) =>
    state === "resolved" && resolution ? t(`resolution.${resolution}`) : t(`state.${state ?? "none"}`);
}

export function ReviewMark({ review }: { review: Pick<Review, "state" | "resolution"> }) {
  const word = useReviewWord();
  const { icon, tone } = stateIconOf(review);
  return <span className={`truncate font-medium ${iconClass(icon)} ${tone}`}>{word(review)}</span>;
}

/** Words for a reason of a review; for a person, depending on the result of the lookup. */
export function useReasonWords(): (review: Pick<Review, "lookup">, reason: Reason) => string {
  const t = useTranslations("review");
  return ({ lookup }, reason) => (reason === "person" && lookup ? t(`lookup.${lookup}`) : t(`reason.${reason}`));
}

/** Words for a cause of the lane of due dates: a document by its name in the reader's language, a check, a periodic review. */
export function useCauseWords(): (cause: DueCause) => string {
  const t = useTranslations("review.cause");
  const locale = useLocale();
  return ({ cause, name }) =>
    cause === "document" ? t("document", { name: name?.[locale === "en" ? "en" : "es"] ?? "" }) : t(cause);
}

/** An overdue review in lists. */
export const OVERDUE_ICON: StateIcon = { icon: "overdue", tone: "before:text-failed" };

const TIME_ICONS = { due: Clock, overdue: ClockAlert, until: Hourglass } as const;

type TimeIconProps = { of: keyof typeof TIME_ICONS; className: string };

/** The icon before a due time, or before the end of a wait. */
export function TimeIcon({ of, className }: TimeIconProps) {
  const Icon = TIME_ICONS[of];
  return <Icon aria-hidden className={className} />;
}

const DUE_TIME = { hour: "numeric", minute: "2-digit" } as const;

type Due = {
  kind: "overdue" | "today" | "other";
  words: string;
  /** The clock time of a time of today, else the day. */
  short: string;
};

/** Whether a time is past, on the current day of the reader's zone or later, with words for it. */
export function useDue(): (at: string) => Due {
  const t = useTranslations("review.dueAt");
  const format = useFormatter();
  const now = useClock();
  const day = (moment: Date) => format.dateTime(moment, { dateStyle: "short" });
  return (at) => {
    const date = new Date(at);
    const kind = date <= now ? "overdue" : day(date) === day(now) ? "today" : "other";
    const shown = format.dateTime(date, kind === "today" ? DUE_TIME : { day: "numeric", month: "short", ...DUE_TIME });
    const short = format.dateTime(date, kind === "today" ? DUE_TIME : SHORT_DAY);
    return { kind, words: t(kind, { at: shown }), short };
  };
}

/** The due time of an open review, in the reader's zone; overdue times stand out. Empty without a due time. */
export function DueMark({ at }: { at: string | null }) {
  const exact = useExactWords();
  const due = useDue();
  if (at === null) return null;
  const { kind, words } = due(at);
  return (
    <Hint text={exact(at)}>
      <Time at={at} className={`inline-flex items-center gap-1 ${kind === "overdue" ? "font-medium text-failed" : ""}`}>
        <TimeIcon of={kind === "overdue" ? "overdue" : "due"} className="size-3.5 shrink-0" />
        {words}
      </Time>
    </Hint>
  );
}

/** The follow-up day, without a zone; with the year unless it is the current year. */
export function useFollowUpDay(): (follow_up_on: string) => string {
  const dayOf = useDayFormat();
  return (follow_up_on) => {
    const isThisYear = Number(follow_up_on.slice(0, 4)) === new Date().getFullYear();
    return dayOf(follow_up_on, {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: isThisYear ? undefined : "numeric",
    });
  };
}
