"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { EMPTY_FILTER, type VerificationFilter } from "#lib/contract/verification-filter.ts";
import { useFilterWords } from "./filter-words.ts";
import { appliedFilters } from "./view/applied-filters.ts";

type Props = {
  filter: VerificationFilter;
  onChange: (filter: VerificationFilter) => void;
  /** Where the focus goes when the last chip is gone. */
  focusElsewhere: () => void;
};

/** What is applied, each removable. The focus goes to the chip that takes the place of a removed one. */
export function FilterChips({ filter, onChange, focusElsewhere }: Props) {
  const t = useTranslations("verifications.filters");
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  const applied = appliedFilters(filter);
  const words = useFilterWords(applied);
  const count = applied.length;
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    const next = count > 0 ? buttons[Math.min(removed.current, count - 1)] : undefined;
    removed.current = null;
    if (next) next.focus();
    else focusElsewhere();
  }, [count, focusElsewhere]);
  if (count === 0) return null;
  return (
    <ul ref={list} aria-label={t("applied")} className="flex flex-wrap items-center gap-1.5 pb-2.5">
      {applied.map((entry, index) => {
        const { name, value } = words(entry);
        return (
          <li key={`${entry.name} ${entry.value}`} className="max-w-full">
            <button
              type="button"
              aria-label={t("remove", { name, value })}
              // Two accounts may have one name.
              title={entry.name === "account" && value !== entry.value ? entry.value : undefined}
              onClick={() => {
                removed.current = index;
                onChange(entry.without);
              }}
              className="inline-flex h-6.5 max-w-full items-center gap-1 rounded-full border border-border bg-card pr-1.5 pl-2.5 text-xs hover:bg-muted"
            >
              <span className="truncate">
                <span className="text-muted-foreground">{name}:</span> {value}
              </span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </button>
          </li>
        );
      })}
      <li>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            onChange(EMPTY_FILTER);
            focusElsewhere();
          }}
          className="h-6.5 px-2 text-xs"
        >
          {t("clearAll")}
        </Button>
      </li>
    </ul>
  );
}
