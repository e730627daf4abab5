"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useCallback } from "react";
import { FilterPanel } from "#components/list/filter-panel.tsx";
import { SearchField } from "#components/list/search-field.tsx";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { DocumentsChoices, SeverityChoices, SourceChoices, StatusChoices, WithoutHigh } from "./filter-choices.tsx";
import { CreatedRange, MoreFilters } from "./more-filters.tsx";
import { ReviewChoices } from "./review-filter.tsx";

type Props = {
  filter: VerificationFilter;
  change: (part: Partial<VerificationFilter>) => void;
  list: ComponentProps<typeof SearchField>["list"];
  /** Shown at the end: how many there are, and how they are shown. */
  children: ReactNode;
};

/** The filters of the buttons; all others share the last one. */
const PANELS = {
  status: ["status"],
  documents: ["documents_status"],
  findings: ["severity", "without_severity", "findings_source"],
  review: ["review", "assignee", "reason", "due", "returned_since", "handed_since"],
  created: ["created_from", "created_to"],
} satisfies Record<string, readonly (keyof VerificationFilter)[]>;

/** Search and filters: those that one reaches for many times a day have a button, the others share one. */
export function Toolbar({ filter, change, list, children }: Props) {
  const t = useTranslations("verifications.filters");
  const search = useCallback((q: string | null) => change({ q }), [change]);
  const applied = VERIFICATION_FILTER.applied(filter);
  const count = (names: readonly string[]) => applied.filter(({ name }) => names.includes(name)).length;
  const elsewhere: readonly string[] = [...Object.values(PANELS).flat(), "q", "sort"];
  const created = count(PANELS.created);
  const rest = applied.filter(({ name }) => !elsewhere.includes(name)).length;
  return (
    <section
      aria-label={t("label")}
      className="z-12 -mt-3 flex flex-wrap items-center gap-2 bg-background py-3 @[60rem]:sticky @[60rem]:top-12"
    >
      <SearchField of="verifications" value={filter.q} onSearch={search} posted list={list} />
      <FilterPanel label={t("names.status")} count={count(PANELS.status)}>
        <StatusChoices chosen={filter.status} onChange={(status) => change({ status })} />
      </FilterPanel>
      <FilterPanel label={t("names.documents_status")} count={count(PANELS.documents)}>
        <DocumentsChoices
          chosen={filter.documents_status}
          onChange={(documents_status) => change({ documents_status })}
        />
      </FilterPanel>
      <FilterPanel label={t("names.severity")} count={count(PANELS.findings)}>
        <SeverityChoices chosen={filter.severity} onChange={(severity) => change({ severity })} />
        <WithoutHigh chosen={filter.without_severity} onChange={(without_severity) => change({ without_severity })} />
        <SourceChoices chosen={filter.findings_source} onChange={(findings_source) => change({ findings_source })} />
      </FilterPanel>
      <FilterPanel label={t("names.review")} count={count(PANELS.review)} panelClassName="w-72">
        <ReviewChoices filter={filter} onChange={change} />
      </FilterPanel>
      <FilterPanel label={t("created")} count={created} className="@max-[66rem]:hidden">
        <CreatedRange range={filter} onChange={change} />
      </FilterPanel>
      <FilterPanel
        label={t("more")}
        count={rest}
        // Where they have no button, days of creation are counted here.
        narrowCount={rest + created}
        panelClassName="w-80"
      >
        <MoreFilters filter={filter} onChange={change} />
      </FilterPanel>
      {children}
    </section>
  );
}
