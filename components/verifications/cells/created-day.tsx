"use client";

import { useFormatter, useNow } from "next-intl";

/** The day on which a verification was created, in the reader's zone, with the exact instant on hover. */
export function CreatedDay({ at }: { at: string }) {
  const format = useFormatter();
  const now = useNow();
  const date = new Date(at);
  const year = (moment: Date) => format.dateTime(moment, { year: "numeric" });
  return (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: "long", timeStyle: "long" })}>
      {format.dateTime(date, {
        day: "numeric",
        month: "short",
        ...(year(date) === year(now) ? {} : { year: "2-digit" as const }),
      })}
    </time>
  );
}
