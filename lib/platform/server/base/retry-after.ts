/** `Retry-After` in seconds, given as seconds or as a date; undefined if it is missing or unreadable. */
export function secondsOfRetryAfter(value: string | null | undefined): number | undefined {
  if (value == null) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
