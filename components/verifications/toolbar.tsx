"use client";

import { useTranslations } from "next-intl";
import type { ReactNode, RefObject } from "react";
import { SeverityMark, StatusMark } from "#components/verification/marks.tsx";
import { SEVERITIES } from "#lib/contract/severity.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verification.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { DocumentsMeter } from "./cells/documents-meter.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { useFilterWords } from "./filter-words.ts";
import { SearchField } from "./search-field.tsx";
import type { useFilter } from "./use-filter.ts";

type Props = {
  filter: VerificationFilter;
  change: ReturnType<typeof useFilter>["change"];
  field: RefObject<HTMLInputElement | null>;
  search: (text: string | null) => void;
  /** What stands at the end: how many there are, and what waits. */
  children: ReactNode;
};

export function Toolbar({ filter, change, field, search, children }: Props) {
  const t = useTranslations("verifications.filters");
  const words = useFilterWords();
  return (
    <section
      aria-label={t("label")}
      className="z-12 -mt-3 flex flex-wrap items-center gap-2 bg-background py-3 @[60rem]:sticky @[60rem]:top-12"
    >
      <SearchField value={filter.q} onSearch={search} field={field} />
      <FilterPanel label={t("names.status")} count={filter.status.length}>
        <ChoiceList
          legend={t("names.status")}
          values={VERIFICATION_STATUSES}
          chosen={filter.status}
          onChange={(status) => change((from) => ({ ...from, status }))}
          nameOf={(value) => words({ name: "status", value }).value}
        >
          {(status) => <StatusMark status={status} />}
        </ChoiceList>
      </FilterPanel>
      <FilterPanel label={t("names.documents_status")} count={filter.documents_status.length}>
        <ChoiceList
          legend={t("names.documents_status")}
          values={DOCUMENTS_STATUSES}
          chosen={filter.documents_status}
          onChange={(documents_status) => change((from) => ({ ...from, documents_status }))}
          nameOf={(value) => words({ name: "documents_status", value }).value}
        >
          {(status) => <DocumentsMeter status={status} />}
        </ChoiceList>
      </FilterPanel>
      <FilterPanel label={t("names.severity")} count={filter.severity.length}>
        <ChoiceList
          legend={t("names.severity")}
          values={SEVERITIES}
          chosen={filter.severity}
          onChange={(severity) => change((from) => ({ ...from, severity }))}
          nameOf={(value) => words({ name: "severity", value }).value}
        >
          {(severity) => <SeverityMark severity={severity} />}
        </ChoiceList>
      </FilterPanel>
      {children}
    </section>
  );
}
