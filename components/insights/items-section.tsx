import { useTranslations } from "next-intl";
import { OutcomeIcon } from "#components/core/people/outcome-mark.tsx";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { Bars, barOf } from "./bars.tsx";
import { Charts, InsightSection, Measures } from "./insight-section.tsx";

/** Documents that began to need attention, and the outcomes of CURP lookups. */
export function ItemsSection({ data: { items, lookups, previous } }: { data: Insights }) {
  const t = useTranslations("insights");
  const typeOf = useWords("itemType");
  const causeOf = useItemErrorCause();
  const outcome = useTranslations("people.outcomes");
  return (
    <InsightSection id="items" definitions={["items", "found", "failed", "corrected", "lookup_errors"]}>
      <Measures
        of={(["found", "failed", "corrected"] as const).map((of) => ({
          of,
          value: lookups[of],
          figure: `lookup_${of}` as const,
          before: previous.lookups[of],
        }))}
      />
      <Charts of="two">
        <Bars
          id="item-failures"
          title={t("chartOf.items")}
          of={t("column.item")}
          files={items.reduce((sum, { files }) => sum + files, 0)}
          bars={items.map(({ item_type, item_error, files }) => {
            const type = item_type === null ? t("noType") : (typeOf(item_type) ?? item_type);
            const cause = item_error === null ? null : (causeOf(item_error) ?? item_error);
            return barOf("item", JSON.stringify([item_type, item_error]), {
              name: [type, cause].filter((part) => part !== null).join(": "),
              mark: (
                <>
                  {type}
                  {cause !== null && <span className="block text-muted-foreground text-xs">{cause}</span>}
                </>
              ),
              files,
            });
          })}
        />
        <Bars
          id="lookup-errors"
          title={t("chartOf.lookups")}
          of={t("column.outcome")}
          files={lookups.failed}
          bars={lookups.by_error.map(({ people_error, files }) => {
            const known = PEOPLE_OUTCOMES.find((each) => each === people_error);
            const name = known ? outcome(known) : people_error;
            return barOf("lookup_error", people_error, {
              name,
              mark: (
                <span className="flex items-start gap-1.5">
                  <OutcomeIcon outcome={known ?? "other_error"} className="mt-0.5" />
                  {name}
                </span>
              ),
              files,
            });
          })}
        />
      </Charts>
    </InsightSection>
  );
}
