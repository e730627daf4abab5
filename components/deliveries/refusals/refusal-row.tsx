"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "#components/time/duration.ts";
import { ExactInstant } from "#components/time/instant.tsx";
import { REFUSAL_REASONS, type Refusal, SOURCE_ADDRESSES } from "#lib/contract/deliveries/delivery.ts";

/** One entry of the ledger: when, why, and what is known of who sent it. */
export function RefusalRow({ refusal }: { refusal: Refusal }) {
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
          <span className="whitespace-nowrap rounded border border-border px-1.5 text-muted-foreground text-xs">
            <span aria-hidden>{t("count", { count })}</span>
            <span className="sr-only">{t("countSaid", { count })}</span>
          </span>
        )}
      </p>
      <div className="min-w-0 space-y-0.5">
        <p className="font-medium">{reason ? t(`reasons.${reason}.title`) : refusal.reason}</p>
        {reason && <p className="max-w-prose text-muted-foreground">{t(`reasons.${reason}.why`)}</p>}
        {onlyCounted && <p className="text-muted-foreground">{t("counted")}</p>}
        <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-muted-foreground text-xs [&>div]:flex [&>div]:gap-1.5">
          <div>
            <dt>{t("source")}:</dt>
            <dd className="wrap-anywhere font-mono">
              {source ?? t(onlyCounted ? "manySources" : "noSource")}
              {source !== null && SOURCE_ADDRESSES.includes(source) && ` (${t("ofService")})`}
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
      </div>
    </li>
  );
}
