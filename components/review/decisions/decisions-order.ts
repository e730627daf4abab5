import { shortId } from "#components/page/copy.tsx";
import type { AuditedDecision, DecisionColumn, DecisionSort } from "#lib/contract/review/log.ts";
import { containsWords } from "@/components/ui/search-words.ts";

export const fileNameOf = ({ title, tag, verification_id }: AuditedDecision): string =>
  title ?? tag ?? shortId(verification_id);

/** The decisions whose company or tag has all words of a text, in an order; equal ones the newest first. */
export function shownDecisions(
  rows: readonly AuditedDecision[],
  { sort, company, locale }: { sort: DecisionSort; company: string; locale: string },
  resolutionOf: (row: AuditedDecision) => string,
): AuditedDecision[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const by: Record<DecisionColumn, (a: AuditedDecision, b: AuditedDecision) => number> = {
    at: (a, b) => compare(a.at, b.at) || a.entry_id - b.entry_id,
    title: (a, b) => compare(fileNameOf(a), fileNameOf(b)),
    resolution: (a, b) => compare(resolutionOf(a), resolutionOf(b)),
    exceptions: (a, b) => a.exceptions.length - b.exceptions.length,
  };
  const sign = sort.startsWith("-") ? -1 : 1;
  const chosen = by[sort.replace("-", "") as DecisionColumn];
  return rows
    .filter(({ title, tag }) => containsWords(`${title} ${tag}`, company))
    .sort((a, b) => sign * chosen(a, b) || by.at(b, a));
}
