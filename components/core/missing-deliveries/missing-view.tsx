"use client";

import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { CodeBlock } from "#components/kit/code-block.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant, useClock } from "#components/kit/time.tsx";
import { retryTimes } from "#lib/core/contract/deliveries/delivery.ts";
import { instantToMs } from "#lib/platform/contract/time.ts";
import { Card } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Checklist, useLastRefusal } from "./checklist.tsx";

type Props = { receivers: readonly { language: string; file: string; source: string }[] };

export function MissingView({ receivers }: Props) {
  const t = useTranslations("deliveries.missing");
  return (
    <div className="max-w-6xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <Checklist />
        <RetrySchedule />
      </div>
      <OwnReceiver receivers={receivers} />
    </div>
  );
}

function OwnReceiver({ receivers }: Props) {
  const t = useTranslations("deliveries.missing.own");
  return (
    <Section id="own-receiver" title={t("title")}>
      <div className="space-y-3 text-[0.8125rem]">
        <p className="max-w-prose">{t("lede")}</p>
        {receivers.map(({ language, file, source }) => (
          <Card key={file} className="rounded-md p-0">
            <Collapsible className="group">
              <CollapsibleTrigger className="flex items-center gap-2 rounded-md px-3 py-2 font-medium">
                <ChevronRight
                  aria-hidden
                  className="size-4 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
                />
                <span>{t("program", { language, file })}</span>
              </CollapsibleTrigger>
              <CollapsibleContent className="space-y-2 px-3 pb-3">
                <div className="flex flex-wrap items-center gap-2">
                  <CopyButton size="sm" text={() => source}>
                    {t("copy")}
                  </CopyButton>
                </div>
                <CodeBlock label={t("program", { language, file })} className="max-h-112">
                  {source}
                </CodeBlock>
              </CollapsibleContent>
            </Collapsible>
          </Card>
        ))}
      </div>
    </Section>
  );
}

/** The retries of the service: for the last refused delivery, or for a delivery that would fail now. */
function RetrySchedule() {
  const t = useTranslations("deliveries.missing.retries");
  const locale = useLocale();
  const now = useClock().getTime();
  const refusal = useLastRefusal();
  const refusedMs = refusal ? instantToMs(refusal.at) : null;
  // After its last retry the service gives a delivery up.
  const open = refusedMs !== null && (retryTimes(refusedMs).at(-1) ?? 0) > now;
  const from = open ? refusedMs : now;
  return (
    <Section id="retries" title={t("title")}>
      <div className="space-y-3 text-[0.8125rem]">
        <p>
          {open && refusal ? (
            <span>{t.rich("refused", { at: () => <ExactInstant at={refusal.at} seconds /> })}</span>
          ) : (
            t("now")
          )}
        </p>
        <ol className="divide-y divide-border tabular-nums">
          {retryTimes(from).map((at, index, all) => (
            <li key={at - from} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>
                <span>{t("nth", { number: index + 1 })}</span>{" "}
                <span className="text-muted-foreground">{t("after", { duration: afterWords(at - from, locale) })}</span>
              </span>
              <span className={index === all.length - 1 ? "font-medium" : undefined}>
                {index === all.length - 1 ? (
                  <span>{t.rich("last", { at: () => <ExactInstant at={new Date(at).toISOString()} /> })}</span>
                ) : (
                  <ExactInstant at={new Date(at).toISOString()} />
                )}
              </span>
            </li>
          ))}
        </ol>
        <p className="text-muted-foreground">{t("gone")}</p>
      </div>
    </Section>
  );
}

/** The delays of the interface: 30 s, then whole and half minutes. */
function afterWords(ms: number, locale: string): string {
  const [value, unit] = ms < 60_000 ? ([ms / 1000, "second"] as const) : ([ms / 60_000, "minute"] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
}
