import { useFormatter } from "next-intl";
import { use } from "react";
import { RecordZone } from "#components/kit/record-time.tsx";
import { useDayFormat } from "#components/kit/time.tsx";

/** 'October 2026'. */
export function useMonthName(): (month: string) => string {
  const day = useDayFormat();
  return (month) => day(`${month}-01`, { month: "long", year: "numeric" });
}

/** The day of an instant in the policy's zone. */
export function useRecordDay(): (at: string, style?: Intl.DateTimeFormatOptions) => string {
  const format = useFormatter();
  const timeZone = use(RecordZone);
  return (at, style = { dateStyle: "medium" }) => format.dateTime(new Date(at), { ...(style as object), timeZone });
}
