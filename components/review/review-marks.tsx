import { Clock, ClockAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Hint } from "#components/page/hint.tsx";
import { type IconName, iconClass } from "#components/page/icon.ts";
import { useClock, useDayFormat, useExactWords } from "#components/page/time.tsx";
import type { Reason, Resolution, Review, ReviewState } from "#lib/contract/verifications/review.ts";

type Look = { icon: IconName; tone: string };

const LOOKS: Record<Exclude<ReviewState, "resolved"> | Resolution | "none", Look> = {
  none: { icon: "dashed", tone: "before:text-muted-foreground" },
  open: { icon: "dot", tone: "before:text-primary" },
  waiting: { icon: "waiting", tone: "before:text-waiting" },
  approval: { icon: "approval", tone: "before:text-waiting" },
  accepted: { icon: "accepted", tone: "before:text-done" },
  rejected: { icon: "rejected", tone: "before:text-failed" },
  closed: { icon: "closed", tone: "before:text-muted-foreground" },
};

export const lookOf = ({ state, resolution }: Pick<Review, "state" | "resolution">): Look =>
  LOOKS[state === "resolved" ? (resolution ?? "closed") : (state ?? "none")];

/** The state of a review in a word: for a resolved one, its resolution. */
export function useReviewWord(): (review: Pick<Review, "state" | "resolution">) => string {
  const t = useTranslations("review");
  return ({ state, resolution }) =>
    state === "resolved" && resolution ? t(`resolution.${resolution}`) : t(`state.${state ?? "none"}`);
}

/** The same as icon and word. */
export function ReviewMark({ review }: { review: Pick<Review, "state" | "resolution"> }) {
  const word = useReviewWord();
  const { icon, tone } = lookOf(review);
  return <span className={`truncate font-medium ${iconClass(icon)} ${tone}`}>{word(review)}</span>;
}

/** A reason of a review in words: of a person, by what became of the lookup. */
export function useReasonWords(): (review: Pick<Review, "lookup">, reason: Reason) => string {
  const t = useTranslations("review");
  return ({ lookup }, reason) => (reason === "person" && lookup ? t(`lookup.${lookup}`) : t(`reason.${reason}`));
}

/** A due time on its day. */
export const DUE_TIME = { hour: "numeric", minute: "2-digit" } as const;

type Due = { kind: "overdue" | "today" | "other"; words: string };

/** Whether it is due by now, on this day of the reader's zone or later, and the same in words. */
export function useDue(): (at: string) => Due {
  const t = useTranslations("review.dueAt");
  const format = useFormatter();
  const now = useClock();
  const day = (moment: Date) => format.dateTime(moment, { dateStyle: "short" });
  return (at) => {
    const date = new Date(at);
    const kind = date <= now ? "overdue" : day(date) === day(now) ? "today" : "other";
    const shown = format.dateTime(date, kind === "today" ? DUE_TIME : { day: "numeric", month: "short", ...DUE_TIME });
    return { kind, words: t(kind, { at: shown }) };
  };
}

/** The due time of an open review, in the reader's zone; overdue ones stand out. Empty without a due time. */
export function DueMark({ at }: { at: string | null }) {
  const exact = useExactWords();
  const due = useDue();
  if (at === null) return null;
  const { kind, words } = due(at);
  const Icon = kind === "overdue" ? ClockAlert : Clock;
  return (
    <Hint text={exact(at)}>
      <time
        dateTime={at}
        className={`inline-flex items-center gap-1 ${kind === "overdue" ? "font-medium text-failed" : ""}`}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {words}
      </time>
    </Hint>
  );
}

/** The day on which a file comes back, without a zone; with its year unless it is the current one. */
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
