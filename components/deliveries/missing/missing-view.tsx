"use client";

import { useTranslations } from "next-intl";
import { Section } from "#components/page/section.tsx";
import { Checklist } from "./checklist.tsx";
import { OwnReceiver } from "./own-receiver.tsx";
import { RetrySchedule } from "./retry-schedule.tsx";

type Props = { receivers: readonly { language: string; file: string; source: string }[] };

/** Why something did not arrive, until when it may still, and how a receiver of one's own is written. */
export function MissingView({ receivers }: Props) {
  const t = useTranslations("deliveries.missing");
  return (
    <div className="max-w-6xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <Checklist />
        <RetrySchedule />
      </div>
      <Section id="own-receiver" title={t("own.title")}>
        <OwnReceiver receivers={receivers} />
      </Section>
    </div>
  );
}
