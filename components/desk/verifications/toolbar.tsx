import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useCallback } from "react";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { SearchField } from "#components/kit/list/search-field.tsx";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import { cn } from "@/components/ui/cn";
import { isDateFilter } from "./dates-columns.tsx";
import { FILTERS, useFilterWords } from "./filters.tsx";

type Props = {
  filter: VerificationFilter;
  change: (part: Partial<VerificationFilter>) => void;
  list: ComponentProps<typeof SearchField>["list"];
  /** Shown at the end: the number of files, and the density of rows. */
  children: ReactNode;
};

type Panel = NonNullable<(typeof FILTERS)[keyof VerificationFilter]["panel"]>;

const DIVIDED = "space-y-2 divide-y divide-border [&>*:last-child]:pb-0 [&>*]:pb-2";

/** Search and filters: frequently used filters have their own buttons, the others share one. */
export function Toolbar({ filter, change, list, children }: Props) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  const { data: views } = useQuery(viewsOptions());
  const search = useCallback((q: string | null) => change({ q }), [change]);
  const applied = VERIFICATION_FILTER.applied(filter);
  const count = (panel: Panel) => applied.filter(({ name }) => name !== "sort" && FILTERS[name].panel === panel).length;
  const controls = (panels: Panel[], className?: string) => (
    <div className={className}>
      {(Object.keys(FILTERS) as (keyof VerificationFilter)[]).map((name) => {
        const { panel, control } = FILTERS[name];
        if (!control || panel === null || !panels.includes(panel)) return null;
        if (isDateFilter(name) && !views?.dated) return null;
        const nameOf = (value: Parameters<typeof words>[0]) => words(value).value;
        return (
          // Panels are outside of the list: 89rem is the window's width where a list of 72rem has this button.
          <div key={name} className={cn(panel === "changed" && panels.includes("more") && "min-[89rem]:hidden")}>
            {control({ filter, change, nameOf, t })}
          </div>
        );
      })}
    </div>
  );
  return (
    <section
      aria-label={t("label")}
      className="z-12 -mt-3 flex flex-wrap items-center gap-2 bg-background py-3 @[60rem]:sticky @[60rem]:top-12"
    >
      <SearchField of="verifications" value={filter.q} onSearch={search} posted list={list} />
      <FilterPanel label={t("names.status")} count={count("status")}>
        {controls(["status"])}
      </FilterPanel>
      <FilterPanel label={t("names.documents_status")} count={count("documents")}>
        {controls(["documents"])}
      </FilterPanel>
      <FilterPanel label={t("names.severity")} count={count("findings")}>
        {controls(["findings"])}
      </FilterPanel>
      <FilterPanel label={t("names.review")} count={count("review")} panelClassName="w-72">
        {controls(["review"], DIVIDED)}
      </FilterPanel>
      <FilterPanel label={t("changed")} count={count("changed")} className="@max-[72rem]:hidden">
        {controls(["changed"])}
      </FilterPanel>
      <FilterPanel
        label={t("more")}
        count={count("more")}
        narrowCount={count("more") + count("changed")}
        panelClassName="w-80"
      >
        {controls(["more", "changed"], DIVIDED)}
      </FilterPanel>
      {children}
    </section>
  );
}
