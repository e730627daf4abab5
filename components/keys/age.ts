const DAY_MS = 24 * 60 * 60 * 1000;

/** A key older than this should be replaced: it has been in more hands and files than anyone remembers. */
const OLD_DAYS = 90;

/** Whether a key has not been rotated for 90 days; one of unknown age is not said to be old. */
export function isOld(createdAt: string | null, now: Date): boolean {
  const at = Date.parse(createdAt ?? "");
  return !Number.isNaN(at) && now.getTime() - at >= OLD_DAYS * DAY_MS;
}
