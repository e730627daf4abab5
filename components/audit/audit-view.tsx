"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { OUTDATED } from "#components/list/definition.ts";
import { ListPage } from "#components/list/list-page.tsx";
import { useFilter } from "#components/list/use-filter.ts";
import { useLiveRows } from "#components/list/use-live-rows.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { auditExportPath, auditListOptions } from "#lib/browser/audit.ts";
import type { AuditRow } from "#lib/contract/audit/audit.ts";
import { AUDIT_FILTER, type AuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { AuditEntry, SkeletonEntries } from "./audit-entry.tsx";
import { AuditFilters, useFilterWords } from "./audit-filters.tsx";

const entryKey = (row: AuditRow): string => String(row.entry_id);

/** Who did what, to what, when and from where, narrowed by what the address says. */
export function AuditView() {
  const t = useTranslations("audit");
  const filter = useFilter(AUDIT_FILTER);
  const query = useInfiniteQuery(auditListOptions(filter.filter));
  const list = useLiveRows(AUDIT_FILTER.write(filter.filter).toString(), query, entryKey);
  const field = useRef<HTMLInputElement>(null);
  const focusField = useCallback(() => field.current?.focus(), []);
  return (
    <div className="max-w-7xl">
      <ListPage
        of="audit"
        filter={filter}
        wordsOf={useFilterWords(filter.filter)}
        list={list}
        focusField={focusField}
        heading={<Heading filter={filter.filter} />}
        toolbar={<AuditFilters filter={filter} field={field} />}
        icon={<ScrollText aria-hidden />}
        skeleton={<SkeletonEntries />}
      >
        <ul
          aria-label={t("list.label")}
          aria-busy={list.outdated}
          className={cn("border-border border-t", list.outdated && OUTDATED)}
        >
          {list.rows.map((row) => (
            <AuditEntry key={entryKey(row)} row={row} />
          ))}
        </ul>
      </ListPage>
    </div>
  );
}

/** What the page is, and what is shown, with all that follows it, as a file. */
function Heading({ filter }: { filter: AuditFilter }) {
  const t = useTranslations("audit");
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pb-4">
      <div className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("page.title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </div>
      <Button asChild variant="outline" size="sm">
        <a href={auditExportPath(filter)} download>
          <Download aria-hidden />
          {t("export")}
        </a>
      </Button>
    </header>
  );
}
