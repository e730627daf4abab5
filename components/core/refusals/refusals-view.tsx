"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Help } from "#components/kit/help.tsx";
import { flattenPages } from "#components/kit/list/hold-rows.ts";
import { ListEnd } from "#components/kit/list/list-page.tsx";
import { ListFailure, ListMessage, StaleNote } from "#components/kit/list/list-states.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { RowsWaiting } from "#components/kit/section.tsx";
import { ExactInstant, formatDuration } from "#components/kit/time.tsx";
import { refusalListOptions } from "#lib/core/browser/deliveries.ts";
import { REFUSAL_REASONS, type Refusal, type RefusalReason } from "#lib/core/contract/deliveries/delivery.ts";
import { SOURCE_ADDRESSES } from "#lib/platform/contract/source-addresses.ts";
import { Badge } from "@/components/ui/badge";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

/** The deliveries that the receiver refused, each with its reason. The receiver keeps a limited number of them. */
export function RefusalsView() {
  const t = useTranslations("deliveries.refusals");
  const page = useTranslations("deliveries.page");
  const id = useId();
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const query = useInfiniteQuery(refusalListOptions(reason));
  const { data } = query;
  const select = useRef<HTMLSelectElement>(null);
  const focusSelect = () => select.current?.focus();
  const items = flattenPages(data?.pages ?? [], ({ refusal_id }) => String(refusal_id));
  const counts = new Map(data?.pages[0]?.counts.map((entry) => [entry.reason, entry.count]));
  return (
    <div className="max-w-5xl space-y-4">
      <PageHeader title={t("title")} lede={t("lede")} />
      <Field orientation="horizontal">
        <FieldLabel htmlFor={id} className="font-normal text-muted-foreground">
          {t("reasonFilter")}
        </FieldLabel>
        <NativeSelect
          id={id}
          ref={select}
          value={reason ?? ""}
          onChange={({ target }) => setReason(REFUSAL_REASONS.find((name) => name === target.value) ?? null)}
          size="sm"
        >
          <NativeSelectOption value="">{t("all")}</NativeSelectOption>
          {REFUSAL_REASONS.map((name) => (
            <NativeSelectOption key={name} value={name}>
              {t("choice", { reason: t(`reasons.${name}.title`), count: counts.get(name) ?? 0 })}
            </NativeSelectOption>
          ))}
        </NativeSelect>
        <Help of={t("title")}>{t("noBodies")}</Help>
      </Field>
      <StaleNote query={query} />
      {query.isLoadingError ? (
        <ListFailure of="deliveries" query={query} focusElsewhere={focusSelect} />
      ) : !data ? (
        <RowsWaiting label={page("loading")} />
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

/** Reasons about a signature: the signature checker can explain them. */
const CHECKABLE: ReadonlySet<RefusalReason> = new Set(["bad_header", "no_match", "too_old", "too_new"]);

function RefusalRow({ refusal }: { refusal: Refusal }) {
  const t = useTranslations("deliveries.refusals");
  const { at, count, size, skew_seconds: skew, source_address: source } = refusal;
  const onlyCounted = count > 1 && size === null && skew === null && refusal.receiver_id === null;
  const locale = useLocale();
  const reason = REFUSAL_REASONS.find((name) => name === refusal.reason);
  const duration = skew === null ? "" : formatDuration(Math.abs(skew) * 1000, locale);
  return (
    <li className="grid gap-x-6 gap-y-1 border-border border-b px-1 py-2.5 text-[0.8125rem] tabular-nums sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <ExactInstant at={at} seconds className="whitespace-nowrap" />
        {count > 1 && (
          <Badge variant="outline" className="py-0 font-normal text-muted-foreground">
            <span aria-hidden>{t("count", { count })}</span>
            <span className="sr-only">{t("countSaid", { count })}</span>
          </Badge>
        )}
      </p>
      <div className="min-w-0 space-y-0.5">
        <p className="font-medium">{reason ? t(`reasons.${reason}.title`) : refusal.reason}</p>
        {reason && <p className="max-w-prose text-muted-foreground">{t(`reasons.${reason}.why`)}</p>}
        {onlyCounted && <p className="text-muted-foreground">{t("counted")}</p>}
        <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-muted-foreground text-xs [&>div]:flex [&>div]:gap-1.5">
          <div>
            <dt>{t("source")}:</dt>
            <dd translate="no" className="wrap-anywhere font-mono">
              <span>{source ?? t(onlyCounted ? "manySources" : "noSource")}</span>
              {source !== null && SOURCE_ADDRESSES.includes(source) && <span>{` (${t("ofService")})`}</span>}
            </dd>
          </div>
          {!onlyCounted && (
            <div>
              <dt>{t("skew")}:</dt>
              <dd>{skew === null ? t("noSkew") : t(skew < 0 ? "ahead" : "behind", { duration })}</dd>
            </div>
          )}
          {size !== null && (
            <div>
              <dt>{t("size")}:</dt>
              <dd>{t("bytes", { bytes: size })}</dd>
            </div>
          )}
        </dl>
        {!onlyCounted && reason && CHECKABLE.has(reason) && (
          <Link
            href={`/deliveries/signature?refusal=${refusal.refusal_id}`}
            className="inline-block rounded text-primary text-xs underline-offset-2 hover:underline"
          >
            {t("check")}
            <span className="sr-only">
              {" "}
              <ExactInstant at={at} seconds />
            </span>
          </Link>
        )}
      </div>
    </li>
  );
}
