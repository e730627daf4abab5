import { ArrowRight, Dot } from "lucide-react";
import { useTranslations } from "next-intl";
import { withKeys } from "#components/kit/with-keys.ts";
import { useDocumentsStatusName, useWords } from "#components/kit/words.tsx";
import type { Difference } from "#lib/core/contract/verifications/review.ts";

type Props = {
  differences: readonly Difference[];
  /** With `shown`, the differences that reopen a decision have no mark. */
  since?: "decision" | "shown";
};

/** A sentence for each difference between the facts and a decision's basis. Differences that reopen the decision come first. */
export function Differences({ differences, since = "decision" }: Props) {
  const t = useTranslations("review-file.difference");
  const words = useDifferenceWords();
  const ordered = differences.toSorted((a, b) => Number(b.brings_back) - Number(a.brings_back));
  return (
    <ul className="space-y-1 text-sm">
      {withKeys(ordered, (difference) => [JSON.stringify(difference)]).map(({ key, item }) => {
        const Icon = item.brings_back ? ArrowRight : Dot;
        return (
          <li key={key} className="flex items-start gap-1.5">
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 shrink-0 ${item.brings_back ? "text-high" : "text-muted-foreground"}`}
            />
            <span className="wrap-anywhere min-w-0">
              <span>{words(item)}</span>
              {since === "decision" && !item.brings_back && (
                <span className="text-muted-foreground"> · {t("shownOnly")}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function useDifferenceWords(): (difference: Difference) => string {
  const t = useTranslations("review-file.difference");
  const severity = useWords("severity");
  const itemType = useWords("itemType");
  const documents = useDocumentsStatusName();
  const named = (type: string | null | undefined) => (type ? (itemType(type) ?? type) : t("document"));
  return ({ kind, message, missing_field, item_id, item_type, label, before, after, ...rest }) => {
    switch (kind) {
      case "finding_graver":
      case "finding_milder":
        return t(kind, {
          message: message ?? "",
          before: severity(before ?? "") ?? before ?? "",
          after: severity(after ?? "") ?? after ?? "",
        });
      case "wording":
        return t(kind, { after: after ?? message ?? "" });
      case "item_type":
        return t(kind, { before: named(before), after: named(after ?? item_type), number: item_id ?? 0 });
      case "documents_back":
        return t(kind, { after: documents(after ?? "") });
      default:
        // The message of each kind uses a part of these values.
        return t(kind, {
          severity: rest.severity ? (severity(rest.severity) ?? rest.severity) : "",
          message: message || (missing_field ?? ""),
          type: named(item_type),
          number: item_id ?? 0,
          label: label ?? "",
          added: String(after !== null && after !== undefined),
        });
    }
  };
}
