"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StaleNote } from "#components/list/stale-note.tsx";
import { Payload } from "#components/page/payload.tsx";
import { EmptySection, Section } from "#components/page/section.tsx";
import { CopyId } from "#components/ui/copy-id.tsx";
import { deliveryOptions } from "#lib/browser/deliveries.ts";
import type { DeliveryDetail } from "#lib/contract/deliveries/delivery.ts";
import { CopyPayload } from "./copy-payload.tsx";
import { DeliveryFacts } from "./delivery-facts.tsx";
import { DeliveryTrouble } from "./delivery-trouble.tsx";
import { Effects } from "./effects.tsx";
import { useEventWords } from "./event-words.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

/** One delivery: what came, when, what became of it, and what it changed. */
export function DeliveryView({ id }: { id: number }) {
  const t = useTranslations("deliveries.detail");
  const query = useQuery(deliveryOptions(id));
  const { data } = query;
  return (
    <div className="max-w-6xl space-y-4">
      <Link
        href="/deliveries"
        className="-ml-1 inline-flex items-center gap-1 rounded text-[0.8125rem] text-muted-foreground hover:text-foreground"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {t("back")}
      </Link>
      {query.isRefetchError && <StaleNote onRetry={() => query.refetch()} />}
      {data && <Delivery delivery={data} />}
    </div>
  );
}

function Delivery({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const table = useTranslations("deliveries.table");
  const words = useEventWords();
  const { event_name: name, payload, size } = delivery;
  return (
    <article className="space-y-4">
      <header className="space-y-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">{words(name) ?? name ?? table("unnamed")}</h1>
          <OutcomeMark state={delivery.state} />
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
          {name !== null && <code className="wrap-anywhere font-mono">{name}</code>}
          <CopyId id={String(delivery.delivery_id)} label={t("copyDelivery")} copiedLabel={t("copied")} />
        </p>
      </header>
      <DeliveryTrouble delivery={delivery} />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <Section id="receipt" title={t("facts")}>
          <DeliveryFacts delivery={delivery} />
        </Section>
        <Effects delivery={delivery} />
      </div>
      <Section id="payload" title={t("payload")} aside={payload !== null && <CopyPayload text={payload} />}>
        {payload === null ? (
          <EmptySection>{size === null ? t("gone") : t("unreadable")}</EmptySection>
        ) : (
          <Payload name={t("payload")} text={payload} />
        )}
      </Section>
    </article>
  );
}
