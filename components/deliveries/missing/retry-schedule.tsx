"use client";

import { useLocale, useTranslations } from "next-intl";
import { useClock } from "#components/time/clock.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Section } from "#components/verification/section.tsx";
import { retryTimes } from "#lib/contract/deliveries/delivery.ts";
import { instantToMs } from "#lib/contract/time.ts";
import { useLastRefusal } from "./use-last-refusal.ts";

/** When the service tries again and when it gives up: for what was refused just before, or for what would fail now. */
export function RetrySchedule() {
  const t = useTranslations("deliveries.missing.retries");
  const locale = useLocale();
  const now = useClock().getTime();
  const refusal = useLastRefusal();
  const refusedMs = refusal ? instantToMs(refusal.at) : null;
  // One that is given up already has no times left to tell.
  const open = refusedMs !== null && (retryTimes(refusedMs).at(-1) ?? 0) > now;
  const from = open ? refusedMs : now;
  return (
    <Section id="retries" title={t("title")}>
      <div className="space-y-3 text-[0.8125rem]">
        <p>{open && refusal ? t.rich("refused", { at: () => <ExactInstant at={refusal.at} seconds /> }) : t("now")}</p>
        <ol className="divide-y divide-border tabular-nums">
          {retryTimes(from).map((at, index, all) => (
            <li key={at - from} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>
                {t("nth", { number: index + 1 })}{" "}
                <span className="text-muted-foreground">{t("after", { duration: afterWords(at - from, locale) })}</span>
              </span>
              <span className={index === all.length - 1 ? "font-medium" : undefined}>
                {index === all.length - 1 ? (
                  t.rich("last", { at: () => <ExactInstant at={new Date(at).toISOString()} /> })
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

/** As the interface has them: 30 s, then minutes and halves of them. */
function afterWords(ms: number, locale: string): string {
  const [value, unit] = ms < 60_000 ? ([ms / 1000, "second"] as const) : ([ms / 60_000, "minute"] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
}
