"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { OUTDATED } from "#components/list/layout.ts";
import { ListBody } from "#components/list/list-body.tsx";
import { NothingMatches } from "#components/list/nothing-matches.tsx";
import { useNewestRows } from "#components/list/rows/use-newest-rows.ts";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { cn } from "#components/ui/cn.ts";
import { auditListOptions } from "#lib/browser/audit.ts";
import type { AuditRow } from "#lib/contract/audit/audit.ts";
import {
  type AuditFilter,
  EMPTY_AUDIT_FILTER,
  narrowsAudit,
  readAuditFilter,
  writeAuditFilter,
} from "#lib/contract/audit/audit-filter.ts";
import { AuditEntry } from "./audit-entry.tsx";
import { ExportLink } from "./export-link.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { AuditChips } from "./filter-chips.tsx";
import { EmptyTrail, FailedTrail } from "./list-states.tsx";
import { SkeletonEntries } from "./skeleton-entries.tsx";

const FORMAT: FilterFormat<AuditFilter> = { read: readAuditFilter, write: writeAuditFilter };

const entryKey = (row: AuditRow): string => String(row.entry_id);

const isNewer = (one: AuditRow, other: AuditRow): boolean =>
  one.at === other.at ? one.entry_id > other.entry_id : one.at > other.at;

/** Who did what, to what, when and from where, narrowed by what the address says. */
export function AuditView() {
  const t = useTranslations("audit");
  const { filter, ignored, change } = useFilter(FORMAT);
  const query = useInfiniteQuery(auditListOptions(filter));
  const asked = writeAuditFilter(filter).toString();
  const { rows, waiting, zone, showWaiting } = useNewestRows(asked, query, entryKey, isNewer);
  const field = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => field.current?.focus(), []);

  return (
    <div className="@container max-w-7xl">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pb-4">
        <div className="max-w-3xl space-y-1">
          <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
          <p className="text-muted-foreground text-sm">{t("lede")}</p>
        </div>
        <ExportLink filter={filter} />
      </header>
      <IgnoredNote ignored={ignored} />
      <FilterBar filter={filter} change={change} field={field} />
      <AuditChips filter={filter} change={change} focusElsewhere={focusSearch} />
      <ListBody
        {...zone}
        query={query}
        failure={(failure) => <FailedTrail {...failure} focusElsewhere={focusSearch} />}
        loading={<SkeletonEntries />}
        none={
          rows.length === 0 &&
          (narrowsAudit(filter) ? (
            <NothingMatches
              words={{ title: t("nothing.title"), why: t("nothing.why"), clear: t("nothing.clear") }}
              onClear={() => change(EMPTY_AUDIT_FILTER)}
              focusElsewhere={focusSearch}
            />
          ) : (
            <EmptyTrail focusElsewhere={focusSearch} />
          ))
        }
        waiting={<WaitingRows onShow={showWaiting}>{waiting > 0 ? t("new", { count: waiting }) : null}</WaitingRows>}
      >
        <ul
          aria-label={t("list.label")}
          aria-busy={query.isPlaceholderData}
          className={cn("border-border border-t", query.isPlaceholderData && OUTDATED)}
        >
          {rows.map((row) => (
            <AuditEntry key={row.entry_id} row={row} />
          ))}
        </ul>
      </ListBody>
    </div>
  );
}
