import type { Difference } from "#lib/core/contract/verifications/review.ts";
import { type Finding, SEVERITIES } from "#lib/core/contract/verifications/verification.ts";

/**
 * The differences between two runs. Findings are equal if severity, missing field and trimmed message are. Runs are
 * compared as multisets: the order of findings has no meaning (interface, Resources: Finding).
 */

type FindingDifference = Omit<Difference, "brings_back">;

export const findingKey = ({ severity, missing_field, message }: Finding): string =>
  JSON.stringify([severity, missing_field, message.trim()]);
const placeOf = ({ severity, missing_field }: Finding): string => JSON.stringify([severity, missing_field]);
const byText = (a: Finding, b: Finding): number =>
  findingKey(a) < findingKey(b) ? -1 : findingKey(a) > findingKey(b) ? 1 : 0;

/** By severity, missing field and message, as text. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.map(({ severity, message, missing_field }) => ({ severity, message, missing_field })).toSorted(byText);

export const sameFindings = (a: readonly Finding[], b: readonly Finding[]): boolean =>
  sameTexts(a.map(findingKey), b.map(findingKey));

/** Only the messages differ: severities and missing fields are the same. */
export const isOnlyWording = (a: readonly Finding[], b: readonly Finding[]): boolean =>
  !sameFindings(a, b) && sameTexts(a.map(placeOf), b.map(placeOf));

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  const others = b.toSorted();
  return a.length === b.length && a.toSorted().every((text, i) => text === others[i]);
}

/**
 * The differences between two runs; empty for equal runs. A finding without a pair in the run before is new: without a
 * missing field nothing shows which finding was reworded, unless all findings differ only in wording.
 */
export function findingDifferences(before: readonly Finding[], after: readonly Finding[]): FindingDifference[] {
  const differences: FindingDifference[] = [];
  let gone = sortFindings(before);
  let added = sortFindings(after);
  const pairUp = (keyOf: (finding: Finding) => string | null, differ: (was: Finding, is: Finding) => void) => {
    const waiting = added;
    added = [];
    for (const is of waiting) {
      const key = keyOf(is);
      const found = key === null ? -1 : gone.findIndex((finding) => keyOf(finding) === key);
      const [was] = found === -1 ? [] : gone.splice(found, 1);
      if (was) differ(was, is);
      else added.push(is);
    }
  };
  const reworded = (was: Finding, is: Finding) =>
    differences.push({ kind: "wording", ...subjectOf(is), before: was.message, after: is.message });
  const regraded = (was: Finding, is: Finding) =>
    differences.push({
      kind: gravity(is) >= gravity(was) ? "finding_graver" : "finding_milder",
      ...subjectOf(is),
      before: was.severity,
      after: is.severity,
    });
  pairUp(findingKey, () => undefined);
  if (isOnlyWording(gone, added)) {
    pairUp(placeOf, reworded);
    return differences;
  }
  gone = byGravity(gone);
  added = byGravity(added);
  pairUp(({ message, missing_field }) => JSON.stringify([missing_field, message.trim()]), regraded);
  pairUp((finding) => (finding.missing_field ? placeOf(finding) : null), reworded);
  pairUp(({ missing_field }) => missing_field || null, regraded);
  differences.push(...gone.map((was) => ({ kind: "finding_gone" as const, ...subjectOf(was) })));
  differences.push(...added.map((is) => ({ kind: "finding_added" as const, ...subjectOf(is) })));
  return differences;
}

const subjectOf = ({ severity, missing_field, message }: Finding) => ({ severity, missing_field, message });

/** A severity outside the interface counts as the highest, since it may be. */
function gravity({ severity }: Finding): number {
  const known = (SEVERITIES as readonly string[]).indexOf(severity);
  return known === -1 ? SEVERITIES.length + 1 : SEVERITIES.length - known;
}

const byGravity = (findings: readonly Finding[]): Finding[] => findings.toSorted((a, b) => gravity(b) - gravity(a));
