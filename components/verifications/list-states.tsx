"use client";

import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Failure, ListFailure } from "#components/list/list-failure.tsx";
import { ListMessage } from "#components/list/list-message.tsx";
import { NothingMatches } from "#components/list/nothing-matches.tsx";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { useFilterWords } from "./filter-words.ts";
import { appliedFilters } from "./view/applied-filters.ts";

/** Nothing has arrived yet: why, what fills the list, and what one can do about what happened before. */
export function EmptyList({ focusElsewhere, children }: { focusElsewhere: () => void; children: ReactNode }) {
  const t = useTranslations("verifications.empty");
  return (
    <ListMessage role="status" icon={<Inbox aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      <p>{t("what")}</p>
      {children}
    </ListMessage>
  );
}

/** There are verifications, but none that pass the filters. */
export function NoneOfThese({
  filter,
  onClear,
  focusElsewhere,
}: {
  filter: VerificationFilter;
  onClear: () => void;
  focusElsewhere: () => void;
}) {
  const t = useTranslations("verifications.nothing");
  const applied = appliedFilters(filter).filter(({ name }) => name !== "sort");
  const words = useFilterWords(applied);
  return (
    <NothingMatches
      silent
      words={{ title: t("title"), why: t("why"), clear: t("clear") }}
      onClear={onClear}
      focusElsewhere={focusElsewhere}
    >
      <ul className="max-w-full">
        {applied.map((entry) => {
          const { name, value } = words(entry);
          return (
            <li key={`${entry.name} ${entry.value}`} className="truncate">
              {name}: <strong className="font-medium">{value}</strong>
            </li>
          );
        })}
      </ul>
    </NothingMatches>
  );
}

/** The list could not be loaded: what failed, that nothing is lost, and the next step. */
export function FailedList(failure: Failure) {
  const t = useTranslations("verifications.failed");
  return <ListFailure title={t("title")} safe={t("safe")} unavailable={t("unavailable")} {...failure} />;
}
