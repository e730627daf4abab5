/** A length of time in its two greatest units: '3 h 12 min', '2 d 4 h', '45 s'. */
export function durationParts(ms: number): { unit: "day" | "hour" | "minute" | "second"; value: number }[] {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const all = [
    { unit: "day", value: Math.floor(seconds / 86_400) },
    { unit: "hour", value: Math.floor(seconds / 3_600) % 24 },
    { unit: "minute", value: Math.floor(seconds / 60) % 60 },
    { unit: "second", value: seconds % 60 },
  ] as const;
  const first = all.findIndex((part) => part.value > 0);
  if (first === -1) return [{ unit: "second", value: 0 }];
  // Seconds say nothing beside minutes.
  const last = first >= 2 ? first + 1 : first + 2;
  return all.slice(first, last).filter((part) => part.value > 0);
}

export function formatDuration(ms: number, locale: string): string {
  return durationParts(ms)
    .map(({ unit, value }) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value),
    )
    .join(" ");
}
