"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Hint } from "#components/kit/hint.tsx";
import { matchChoices } from "#components/kit/list/choice-list.tsx";
import { OUTDATED_CLASS } from "#components/kit/list/definition.ts";
import { ListPage } from "#components/kit/list/list-page.tsx";
import { rowForKey } from "#components/kit/list/row-keys.ts";
import { useSearchedFilter } from "#components/kit/list/use-filter.ts";
import { type LiveList, useLiveRows } from "#components/kit/list/use-live-rows.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#lib/platform/contract/audit/audit.ts";
import { AUDIT_FILTER, type AuditFilter, mayAppearInAuditUrl } from "#lib/platform/contract/audit/audit-filter.ts";
import { MAX_VALUES } from "#lib/platform/contract/url-parameters.ts";
import { auditExportPath, auditListOptions, isPosted } from "#lib/records/browser/audit.ts";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";
import { Button, buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { AuditEntry, SkeletonEntries } from "./audit-entry.tsx";
import { AuditFilters, useFilterWords } from "./audit-filters.tsx";

const entryKey = (row: AuditRow): string => String(row.entry_id);

export function AuditView() {
  const t = useTranslations("audit.search");
  const filter = useSearchedFilter(AUDIT_FILTER, mayAppearInAuditUrl);
  const { q } = filter.filter;
  const options = auditListOptions(filter.filter);
  const query = useInfiniteQuery(options);
  const list = useLiveRows(options.queryKey.join(), query, entryKey);
  const first = list.outdated ? undefined : query.data?.pages[0];
  return (
    <div className="max-w-7xl">
      <ListPage
        of="audit"
        filter={filter}
        wordsOf={useFilterWords(filter.filter)}
        list={list}
        heading={<Heading filter={filter.filter} />}
        toolbar={<AuditFilters filter={filter} list={list} />}
        notice={
          <>
            {q !== null && (
              <ActionsOfText
                text={q}
                onActions={(action) => {
                  filter.change({ action, q: null });
                  // The pressed button is removed.
                  list.focusField();
                }}
              />
            )}
            <p role="status" className="pb-2 text-muted-foreground text-xs empty:hidden">
              {first?.more_matches ? t("more") : first?.unresolved && t(`unresolved.${first.unresolved}`)}
            </p>
          </>
        }
        icon={<ScrollText aria-hidden />}
        skeleton={<SkeletonEntries />}
      >
        <Entries list={list} />
      </ListPage>
    </div>
  );
}

const SCREEN_OF_ENTRIES = 8;

/** The entries. The keys of the other lists move the focus between them; Enter follows the first link of an entry. */
function Entries({ list }: { list: LiveList<AuditRow, unknown> }) {
  const t = useTranslations("audit.list");
  const all = useRef<HTMLUListElement>(null);
  const onKey = (event: Pick<KeyboardEvent, "key" | "target" | "preventDefault">) => {
    const entries = [...(all.current?.children ?? [])] as HTMLElement[];
    const current = entries.findIndex((entry) => entry.contains(document.activeElement));
    if (event.key === "Enter" && event.target === entries[current]) entries[current]?.querySelector("a")?.click();
    if (event.key === "ArrowUp" && current === 0) {
      event.preventDefault();
      return list.focusField();
    }
    const next = rowForKey(event.key, current, entries.length, SCREEN_OF_ENTRIES);
    if (next === null) return;
    event.preventDefault();
    entries[next]?.focus();
  };
  usePageKeys((event) => {
    if (!event.altKey && (event.key === "j" || event.key === "k")) onKey(event);
  });
  return (
    <ul
      ref={all}
      aria-label={t("label")}
      aria-busy={list.outdated}
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key.length > 1) onKey(event);
      }}
      className={cn("border-border border-t", list.outdated && OUTDATED_CLASS)}
    >
      {list.rows.map((row) => (
        <AuditEntry key={entryKey(row)} row={row} />
      ))}
    </ul>
  );
}

function Heading({ filter }: { filter: AuditFilter }) {
  const t = useTranslations("audit");
  return (
    <div className="pb-4">
      <PageHeader title={t("page.title")} lede={t("lede")}>
        {isPosted(filter) ? (
          <Hint text={t("exportSearched")}>
            <Button variant="outline" size="sm" aria-disabled>
              <Download aria-hidden />
              {t("export")}
            </Button>
          </Hint>
        ) : (
          <a className={buttonVariants({ variant: "outline", size: "sm" })} href={auditExportPath(filter)} download>
            <Download aria-hidden />
            {t("export")}
          </a>
        )}
      </PageHeader>
    </div>
  );
}

/** Shorter texts match too many actions. */
const MIN_TEXT_LENGTH = 3;
const MAX_SHOWN = 8;

type Props = {
  text: string;
  /** Replaces the text by a filter of these actions. */
  onActions: (actions: AuditAction[]) => void;
};

/** Buttons that filter by the actions whose names, in the reader's language, contain all words of the text. */
export function ActionsOfText({ text, onActions }: Props) {
  const t = useTranslations("audit");
  if (text.length < MIN_TEXT_LENGTH) return null;
  const actions = matchChoices(AUDIT_ACTIONS, text, (action) => t(`action.${action}`));
  if (actions.length === 0) return null;
  return (
    <section aria-label={t("search.actions")} className="flex flex-wrap items-center gap-1.5 pb-2.5 text-xs">
      <span aria-hidden className="text-muted-foreground">
        {t("search.actions")}
      </span>
      {actions.length > 1 && actions.length <= MAX_VALUES && (
        <Button variant="outline" size="xs" onClick={() => onActions(actions)}>
          {t("search.allActions", { count: actions.length })}
        </Button>
      )}
      {actions.slice(0, MAX_SHOWN).map((action) => (
        <Button key={action} variant="outline" size="xs" onClick={() => onActions([action])}>
          {t(`action.${action}`)}
        </Button>
      ))}
    </section>
  );
}
