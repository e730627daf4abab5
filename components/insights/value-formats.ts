import { useFormatter, useLocale } from "next-intl";
import { formatDuration } from "#components/kit/time.tsx";

/** A duration in its two greatest units. */
export function useSeconds(): (seconds: number) => string {
  const locale = useLocale();
  return (seconds) => formatDuration(seconds * 1000, locale);
}

export function usePercent(): (share: number) => string {
  const format = useFormatter();
  return (share) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
}
