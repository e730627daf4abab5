import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { withKeys } from "#components/page/with-keys.ts";
import { useItemErrorCause, useWords } from "#components/page/words.tsx";
import { exceptionsOf, failedItems, highFindings } from "#lib/contract/review/exceptions.ts";
import type { Basis } from "#lib/contract/review/facts.ts";
import type { Exception } from "#lib/contract/verifications/review.ts";
import type { Finding } from "#lib/contract/verifications/verification.ts";

type Props = {
  facts: Pick<Basis, "run" | "items">;
  /** Words an exception with the number of its findings or documents. */
  words: (exception: Exception, count: number) => string;
  children?: (finding: Finding) => ReactNode;
};

export function ExceptionsList({ facts, words, children }: Props) {
  const itemType = useWords("itemType");
  const causeOf = useItemErrorCause();
  const [findings, items] = [highFindings(facts), failedItems(facts)];
  const COUNTS: Partial<Record<Exception, number>> = { high_finding: findings.length, failed_item: items.length };
  return (
    <ul className="space-y-1.5">
      {exceptionsOf(facts).map((exception) => (
        <li key={exception} className="flex gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-high" />
          <div className="wrap-anywhere min-w-0 flex-1">
            {words(exception, COUNTS[exception] ?? 1)}
            {exception === "high_finding" && (
              <ul className="mt-1 space-y-1.5">
                {withKeys(findings, ({ message, missing_field }) => [message, missing_field]).map(({ key, item }) => (
                  <li key={key} className="border-border border-l-2 pl-2">
                    <span lang="es" className="whitespace-pre-line">
                      {item.message}
                      {item.missing_field && ` (${item.missing_field})`}
                    </span>
                    {children?.(item)}
                  </li>
                ))}
              </ul>
            )}
            {exception === "failed_item" && (
              <ul className="mt-1 space-y-0.5">
                {items.map(({ item_id, item_type, item_error }) => (
                  <li key={item_id} className="border-border border-l-2 pl-2">
                    {item_type !== null && `${itemType(item_type) ?? item_type} `}
                    <span className="text-muted-foreground text-xs tabular-nums">#{item_id}</span>
                    {item_error !== null && `: ${causeOf(item_error) ?? item_error}`}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
