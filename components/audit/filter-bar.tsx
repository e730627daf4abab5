"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useCallback } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { FilterPanel } from "#components/list/filter-panel.tsx";
import { SearchField } from "#components/list/search-field.tsx";
import { WhenFilter } from "#components/list/when-filter.tsx";
import { AUDIT_ACTIONS, AUDIT_FAMILIES, SHOWN_OUTCOMES } from "#lib/contract/audit/audit.ts";
import type { AuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { WhoPanel } from "./who-panel.tsx";

type Props = {
  filter: AuditFilter;
  change: (part: Partial<AuditFilter>) => void;
  field: RefObject<HTMLInputElement | null>;
};

/** The id to find, and the filters. */
export function FilterBar({ filter, change, field }: Props) {
  const t = useTranslations("audit");
  const find = useCallback((id: string | null) => change({ id }), [change]);
  return (
    <section aria-label={t("filters.label")} className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        words={{
          label: t("search.label"),
          placeholder: t("search.placeholder"),
          clear: t("search.clear"),
          personal: t("search.personal"),
        }}
        value={filter.id}
        onSearch={find}
        field={field}
      />
      <FilterPanel
        label={t("filters.action")}
        count={filter.family.length + filter.action.length}
        panelClassName="w-80"
      >
        <ChoiceList
          legend={t("filters.family")}
          values={AUDIT_FAMILIES}
          chosen={filter.family}
          onChange={(family) => change({ family })}
          nameOf={(family) => t(`family.${family}`)}
        >
          {(family) => t(`family.${family}`)}
        </ChoiceList>
        <ChoiceList
          legend={t("filters.one")}
          legendShown
          values={AUDIT_ACTIONS}
          chosen={filter.action}
          onChange={(action) => change({ action })}
          nameOf={(action) => t(`action.${action}`)}
        >
          {(action) => t(`action.${action}`)}
        </ChoiceList>
      </FilterPanel>
      <FilterPanel
        label={t("filters.who")}
        count={filter.user.length + Number(filter.address !== null)}
        panelClassName="w-80"
      >
        <WhoPanel filter={filter} change={change} />
      </FilterPanel>
      <FilterPanel label={t("filters.outcome")} count={filter.outcome.length}>
        <ChoiceList
          legend={t("filters.outcome")}
          values={SHOWN_OUTCOMES}
          chosen={filter.outcome}
          onChange={(outcome) => change({ outcome })}
          nameOf={(outcome) => t(`outcome.${outcome}`)}
        >
          {(outcome) => <OutcomeMark outcome={outcome} />}
        </ChoiceList>
      </FilterPanel>
      <WhenFilter label={t("filters.when")} range={filter} onChange={change} />
    </section>
  );
}
