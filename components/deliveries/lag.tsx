"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "#components/page/time.tsx";
import type { DeliverySummary } from "#lib/contract/deliveries/delivery.ts";
import { instantToMs } from "#lib/contract/time.ts";

/** How long it took from what happened, or else from the signature, to the receipt. */
export function Lag({ delivery }: { delivery: Pick<DeliverySummary, "event_at" | "signed_at" | "received_at"> }) {
  const t = useTranslations("deliveries.table");
  const locale = useLocale();
  const ms = instantToMs(delivery.received_at) - instantToMs(delivery.event_at ?? delivery.signed_at);
  return <span className="whitespace-nowrap">{ms < 1000 ? t("instantly") : formatDuration(ms, locale)}</span>;
}
