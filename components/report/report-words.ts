import { useFormatter } from "next-intl";
import { use } from "react";
import { RecordZone } from "#components/page/record-time.tsx";
import { useDayFormat } from "#components/page/time.tsx";

/** 'October 2026'. */
export function useMonthName(): (month: string) => string {
  const day = useDayFormat();
  return (month) => day(`${month}-01`, { month: "long", year: "numeric" });
}

/** A day without its year, for days of the report's month. */
export const SHORT_DAY = { day: "numeric", month: "short" } as const;

/** The day of an instant in the policy's zone. */
export function useRecordDay(): (at: string, style?: Intl.DateTimeFormatOptions) => string {
  const format = useFormatter();
  const timeZone = use(RecordZone);
  return (at, style = { dateStyle: "medium" }) => format.dateTime(new Date(at), { ...(style as object), timeZone });
}
