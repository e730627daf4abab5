import { useFormatter, useNow, useTranslations } from "next-intl";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Hint } from "./hint.tsx";

const TICK_MS = 15_000;
const Clock = createContext<Date | null>(null);

/** One clock for all relative times: hundreds of them are updated in one render. */
export function ClockProvider({ children }: { children: ReactNode }) {
  return <Clock value={useNow({ updateInterval: TICK_MS })}>{children}</Clock>;
}

/** The time of the last tick. The first is the server's: server and browser render the same. */
export function useClock(): Date {
  const first = useNow();
  return useContext(Clock) ?? first;
}

const EXACT_STYLE = { dateStyle: "long", timeStyle: "long" } as const;
/** For times sent to other people, who may be in another time zone. */
export const MINUTE_WITH_ZONE = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;
const SHORT_STYLE = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** An instant in full, in the reader's zone, as in the tooltips of times. */
export function useExactWords(): (at: string) => string {
  const format = useFormatter();
  return (at) => format.dateTime(new Date(at), EXACT_STYLE);
}

/** The words of a day, `YYYY-MM-DD`, which has no time zone. */
export function useDayFormat(): (day: string, style?: Intl.DateTimeFormatOptions) => string {
  const format = useFormatter();
  return (day, style = { dateStyle: "long" }) =>
    format.dateTime(new Date(`${day}T12:00:00Z`), { ...(style as object), timeZone: "UTC" });
}

export const SHORT_DAY = { day: "numeric", month: "short" } as const;
const DAY_WITH_YEAR = { ...SHORT_DAY, year: "numeric" } as const;

/** A range of days, both included. Without `formatRange`, whose output differs between Node.js and browsers. */
export function useDayRange(): (from: string, to: string) => string {
  const day = useDayFormat();
  return (from, to) => {
    if (from === to) return day(from, DAY_WITH_YEAR);
    const first = day(from, from.slice(0, 4) === to.slice(0, 4) ? SHORT_DAY : DAY_WITH_YEAR);
    return `${first} – ${day(to, DAY_WITH_YEAR)}`;
  };
}

type TimeProps = Omit<ComponentProps<"time">, "dateTime"> & { at: string };

/** A day or an instant for programs too: HTML allows at most three digits of a fraction of a second. */
export const Time = ({ at, ...rest }: TimeProps) => <time dateTime={at.replace(/(\.\d{3})\d+/, "$1")} {...rest} />;

type RelativeProps = Omit<TimeProps, "children">;

/** '12 min ago', inside an element that shows the exact instant. */
export function RelativeTime({ at, ...rest }: RelativeProps) {
  const format = useFormatter();
  const now = useClock();
  const date = new Date(at);
  // Clocks of server and browser differ by seconds: a recent time must not be in the future.
  const shown = date > now ? now : date;
  return (
    <Time at={at} {...rest}>
      {format.relativeTime(shown, { now, style: "narrow" })}
    </Time>
  );
}

/** '12 min ago', with the exact instant in the reader's zone on hover. */
export const RelativeInstant = (props: RelativeProps) => (
  <Hint text={useExactWords()(props.at)}>
    <RelativeTime {...props} />
  </Hint>
);

type ExactProps = {
  at: string;
  /** With seconds, for events within a minute. */
  seconds?: boolean;
  className?: string;
};

/** Day and time in the reader's zone, for timelines; the year unless it is the current one. */
export function ExactInstant({ at, seconds = false, className }: ExactProps) {
  const format = useFormatter();
  const now = useNow();
  const date = new Date(at);
  const year = (moment: Date) => format.dateTime(moment, { year: "numeric" });
  const shown = format.dateTime(date, {
    ...SHORT_STYLE,
    ...(year(date) === year(now) ? {} : { year: "numeric" as const }),
    ...(seconds ? { second: "2-digit" as const } : {}),
  });
  return (
    <Hint text={format.dateTime(date, EXACT_STYLE)}>
      <Time at={at} className={className}>
        {shown}
      </Time>
    </Hint>
  );
}

type StatedProps = ExactProps & {
  /** The service's text of an unreadable time, empty if it was missing (`at_text`). */
  text: string | null;
};

/** Words for an unreadable time, with its original text; the time of the signature is shown instead. */
export function useUnreadableTimeWords(): (text: string) => string {
  const t = useTranslations("verification.time");
  return (text) => (text === "" ? t("missing") : t("unread", { text }));
}

/** A time of an event. If it is unreadable, the time of the signature with the original text. */
export function StatedInstant({ text, ...exact }: StatedProps) {
  const words = useUnreadableTimeWords();
  if (text === null) return <ExactInstant {...exact} />;
  return (
    <span className={exact.className}>
      <ExactInstant at={exact.at} seconds={exact.seconds ?? false} />{" "}
      <span className="wrap-anywhere whitespace-normal">{`(${words(text)})`}</span>
    </span>
  );
}

/** A duration in its two greatest units: '3 h 12 min', '2 d 4 h', '45 s'. */
export function formatDuration(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const all = [
    { unit: "day", value: Math.floor(seconds / 86_400) },
    { unit: "hour", value: Math.floor(seconds / 3_600) % 24 },
    { unit: "minute", value: Math.floor(seconds / 60) % 60 },
    { unit: "second", value: seconds % 60 },
  ];
  const first = all.findIndex((part) => part.value > 0);
  // Seconds are left out beside minutes.
  const last = first >= 2 ? first + 1 : first + 2;
  const shown = first === -1 ? all.slice(-1) : all.slice(first, last).filter((part) => part.value > 0);
  return shown
    .map(({ unit, value }) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value),
    )
    .join(" ");
}
