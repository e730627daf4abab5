"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useId, useRef, useState } from "react";
import { ListEnd } from "#components/list/list-page.tsx";
import { ListFailure, ListMessage, StaleNote } from "#components/list/list-states.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { refusalListOptions } from "#lib/browser/deliveries.ts";
import { REFUSAL_REASONS, type RefusalReason } from "#lib/contract/deliveries/delivery.ts";
import { RefusalRow } from "./refusal-row.tsx";

/** What was turned away, and why: the capped ledger of the receiver. */
export function RefusalsView() {
  const t = useTranslations("deliveries.refusals");
  const id = useId();
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const query = useInfiniteQuery(refusalListOptions(reason));
  const { data } = query;
  const select = useRef<HTMLSelectElement>(null);
  const focusSelect = useCallback(() => select.current?.focus(), []);
  const items = [
    ...new Map((data?.pages ?? []).flatMap((page) => page.items).map((item) => [item.refusal_id, item])).values(),
  ];
  const counts = new Map(data?.pages[0]?.counts.map((entry) => [entry.reason, entry.count]));
  const failed = query.isError && !data;
  return (
    <div className="max-w-5xl space-y-4">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-muted-foreground text-sm">
          {t("reasonFilter")}
        </label>
        <select
          id={id}
          ref={select}
          value={reason ?? ""}
          onChange={({ target }) => setReason(REFUSAL_REASONS.find((name) => name === target.value) ?? null)}
          className="h-8 max-w-full rounded-md border border-input bg-card px-2 text-[0.8125rem]"
        >
          <option value="">{t("all")}</option>
          {REFUSAL_REASONS.map((name) => (
            <option key={name} value={name}>
              {t("choice", { reason: t(`reasons.${name}.title`), count: counts.get(name) ?? 0 })}
            </option>
          ))}
        </select>
      </div>
      {query.isRefetchError && data && <StaleNote onRetry={() => query.refetch()} />}
      {failed ? (
        <ListFailure of="deliveries" error={query.error} onRetry={() => query.refetch()} focusElsewhere={focusSelect} />
      ) : !data ? (
        <div aria-hidden className="space-y-4">
          {["w-64", "w-80", "w-56"].map((width) => (
            <Skeleton key={width} className={`h-9 max-w-full ${width}`} />
          ))}
        </div>
      ) : items.length === 0 ? (
        <ListMessage
          role="status"
          icon={<ShieldCheck aria-hidden />}
          title={reason === null ? t("empty") : t("nothing")}
          focusElsewhere={focusSelect}
        >
          {reason === null && <p>{t("emptyBody")}</p>}
        </ListMessage>
      ) : (
        <>
          <ul aria-label={t("label")} className="border-border border-t">
            {items.map((refusal) => (
              <RefusalRow key={refusal.refusal_id} refusal={refusal} />
            ))}
          </ul>
          <ListEnd query={query} />
        </>
      )}
    </div>
  );
}
