/** How a change or a look that needs the service can end, by the code of its error, with words on every such page. */
const COMMON = [
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "DUPLICATE_RESOURCE",
  "VALIDATION_ERROR",
  "SERVICE_ERROR",
  "SERVICE_UNREADABLE",
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_PAUSED",
  "OUTCOME_UNKNOWN",
  "FORBIDDEN",
  "DATABASE_UNAVAILABLE",
  "OFFLINE",
] as const;

/** The code where a page has words for it: one of the common ones, or one that it alone can meet. */
export function knownProblem<Own extends string = never>(
  code: string,
  own: readonly Own[] = [],
): (typeof COMMON)[number] | Own | "other" {
  return [...COMMON, ...own].find((known) => known === code) ?? "other";
}
