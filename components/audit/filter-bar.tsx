"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useCallback } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { DayRange } from "#components/list/day-range.tsx";
import { FilterPanel } from "#components/list/filter-panel.tsx";
import { SearchField } from "#components/list/search-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { AUDIT_ACTIONS, AUDIT_FAMILIES, SHOWN_OUTCOMES } from "#lib/contract/audit.ts";
import type { AuditFilter } from "#lib/contract/audit-filter.ts";
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
      <FilterPanel
        label={t("filters.when")}
        count={Number(filter.from !== null) + Number(filter.to !== null)}
        panelClassName="w-72"
      >
        <WhenPanel filter={filter} change={change} />
      </FilterPanel>
    </section>
  );
}

const HOUR_MS = 3_600_000;
const SPANS = [
  ["lastHour", HOUR_MS],
  ["lastDay", 24 * HOUR_MS],
  ["lastWeek", 168 * HOUR_MS],
] as const;

function WhenPanel({ filter, change }: Pick<Props, "filter" | "change">) {
  const t = useTranslations("audit.filters");
  const since = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, 16)}Z`;
  return (
    <>
      <div className="flex flex-wrap gap-1.5 px-2 py-1.5">
        {SPANS.map(([name, ms]) => (
          <Button key={name} variant="outline" size="sm" onClick={() => change({ from: since(ms), to: null })}>
            {t(name)}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={() => change({ from: null, to: null })}>
          {t("anyTime")}
        </Button>
      </div>
      <DayRange
        legend={t("when")}
        from={filter.from}
        until={filter.to}
        onFrom={(from) => change({ from })}
        onUntil={(to) => change({ to })}
      />
    </>
  );
}
