/** Names under which a service may tell when a key was used last (the interface shows none). */
const NAMES = ["last_used_at", "last_used", "last_used_on", "last_use_at", "lastUsedAt", "lastUsed", "used_at"];

/**
 * When the service says that a key was used last: an instant, `never`, or null where it does not tell. `at` may be
 * anything that a service sends.
 */
export function lastUseOf(fields: Record<string, unknown>): string | "never" | null {
  const name = NAMES.find((known) => known in fields);
  if (name === undefined) return null;
  const at = fields[name];
  if (at === null) return "never";
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? at : null;
}

/** Whether the old key was used since the new one is said to be in place; null where nobody can tell. */
export function usedSince(lastUse: ReturnType<typeof lastUseOf>, switchedAt: string | null): boolean | null {
  if (lastUse === null || switchedAt === null) return null;
  return lastUse !== "never" && Date.parse(lastUse) > Date.parse(switchedAt);
}
