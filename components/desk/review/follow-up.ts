import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";

/** Today in a time zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format();

/**
 * Properties of the field for a follow-up day. The value is the current day, else the policy's; the minimum is today in
 * the policy's zone. Empty while loading.
 */
export function useFollowUpField(before: string | null) {
  const { data } = useQuery(reviewChoicesOptions());
  const [day, setDay] = useState(before);
  return {
    type: "date",
    required: true,
    min: data && todayIn(data.time_zone),
    value: day ?? data?.follow_up_on ?? "",
    onChange: ({ target }: { target: { value: string } }) => setDay(target.value),
  };
}
