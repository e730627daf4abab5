"use client";

import { useFormatter, useNow } from "next-intl";
import { useClock } from "./clock.tsx";

const EXACT = { dateStyle: "long", timeStyle: "long" } as const;
const SHORT = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** '12 min ago', with the exact instant in the reader's zone on hover. */
export function RelativeInstant({ at, className }: { at: string; className?: string }) {
  const format = useFormatter();
  const now = useClock();
  const date = new Date(at);
  // Clocks differ by a second or two: what has just happened is not in the future.
  const shown = date > now ? now : date;
  return (
    <time dateTime={at} title={format.dateTime(date, EXACT)} className={className}>
      {format.relativeTime(shown, { now, style: "narrow" })}
    </time>
  );
}

type ExactProps = {
  at: string;
  /** With seconds, for what happens within a minute. */
  seconds?: boolean;
  className?: string;
};

/** The instant first, as timelines want it: day and time in the reader's zone, the year where it is not this one. */
export function ExactInstant({ at, seconds = false, className }: ExactProps) {
  const format = useFormatter();
  const now = useNow();
  const date = new Date(at);
  const shown = format.dateTime(date, {
    ...SHORT,
    ...(date.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: "numeric" as const }),
    ...(seconds ? { second: "2-digit" as const } : {}),
  });
  return (
    <time dateTime={at} title={format.dateTime(date, EXACT)} className={className}>
      {shown}
    </time>
  );
}
