import type { Finding } from "#lib/contract/finding.ts";

const named = (finding: Finding): string =>
  JSON.stringify([finding.severity, finding.message, finding.missing_field ?? null]);

/**
 * How many findings a run has that the one before had not, and the reverse. Findings have no ids, so two are the same when
 * all they say is the same; a rephrased one counts as gone and new.
 */
export function compareRuns(before: readonly Finding[], after: readonly Finding[]): { added: number; gone: number } {
  const left = Map.groupBy(before, named);
  const kept = after.filter((finding) => left.get(named(finding))?.pop() !== undefined).length;
  return { added: after.length - kept, gone: before.length - kept };
}
