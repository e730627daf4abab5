import type { Finding } from "#lib/contract/verifications/verification.ts";

export type RunsCompared = {
  /** In the later run only, in its order. */
  added: Finding[];
  /** In the earlier run only, in its order. */
  gone: Finding[];
  /** In both, as the later one has them. */
  same: Finding[];
};

const named = (finding: Finding): string =>
  JSON.stringify([finding.severity, finding.message, finding.missing_field ?? null]);

/**
 * What a run has that another had not, the reverse, and what both have. Findings have no ids, so two are the same when all
 * they say is the same; a rephrased one is gone and new. Equal ones count one by one.
 */
export function compareRuns(before: readonly Finding[], after: readonly Finding[]): RunsCompared {
  const left = new Map<string, number>();
  for (const finding of before) left.set(named(finding), (left.get(named(finding)) ?? 0) + 1);
  const take = (finding: Finding): boolean => {
    const count = left.get(named(finding)) ?? 0;
    if (count > 0) left.set(named(finding), count - 1);
    return count > 0;
  };
  const added: Finding[] = [];
  const same: Finding[] = [];
  for (const finding of after) (take(finding) ? same : added).push(finding);
  return { added, gone: before.filter(take), same };
}
