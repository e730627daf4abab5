"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { EmptySection, Section } from "#components/page/section.tsx";
import { ExactInstant, formatDuration, RelativeInstant } from "#components/page/time.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Skeleton, Waiting } from "#components/ui/skeleton.tsx";
import { statusOptions } from "#lib/browser/status.ts";
import type { ServiceFailure, SystemStatus } from "#lib/contract/status.ts";

const MOST_COUNTED = 10_000;

/** The state of calls to the service: whether it accepts the key, what waits to be read, and what failed. */
export function ServiceSection() {
  const t = useTranslations("webhooks.service");
  const { data, error } = useQuery(statusOptions());
  return (
    <Section id="service" title={t("title")}>
      {!data && !error && (
        <Waiting label={t("title")}>
          <Skeleton className="h-20 w-full" />
        </Waiting>
      )}
      {!data && error && <EmptySection>{t("unknown")}</EmptySection>}
      {data && (
        <div className="space-y-4">
          <Facts status={data} />
          <Failures failures={data.service.failures} />
        </div>
      )}
    </Section>
  );
}

function Facts({ status: { service, receiver, clock, reads } }: { status: SystemStatus }) {
  const t = useTranslations("webhooks.service");
  const format = useFormatter();
  const locale = useLocale();
  const ahead = clock.ahead_seconds ?? 0;
  const direction = ahead > 0 ? "ahead" : "behind";
  const leftMs = (reads.waiting / reads.per_second) * 1_000;
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t("fact.key")}>
        <span className={service.state === "unauthorized" ? "font-medium text-failed" : undefined}>
          {t(`key.${service.state}`)}
        </span>
      </Fact>
      <Fact name={t("fact.checked")}>
        {receiver.checked_at ? <RelativeInstant at={receiver.checked_at} /> : t("never")}
      </Fact>
      <Fact name={t("fact.clock")}>
        {clock.state === "wrong" ? (
          <span className="font-medium text-failed">
            {t(`clock.${direction}`, { duration: formatDuration(Math.abs(ahead) * 1_000, locale) })}
          </span>
        ) : (
          t(`clock.${clock.state}`)
        )}
      </Fact>
      <Fact name={t("fact.waiting")}>
        {reads.waiting < MOST_COUNTED ? t("waiting", { count: reads.waiting }) : t("manyWaiting")}
        {leftMs >= 5_000 && (
          <span className="text-muted-foreground">, {t("doneIn", { duration: formatDuration(leftMs, locale) })}</span>
        )}
      </Fact>
      <Fact name={t("fact.pace")}>
        {t("pace", { pace: format.number(reads.per_second, { maximumFractionDigits: 1 }) })}
      </Fact>
      <Fact name={t("fact.pause")}>
        {reads.paused_until ? (
          <>
            {t("until")} <ExactInstant at={reads.paused_until} seconds />
          </>
        ) : (
          t("noPause")
        )}
      </Fact>
    </dl>
  );
}

const CODES = [
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_ERROR",
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "SERVICE_UNREADABLE",
  "SERVICE_PAUSED",
  "OUTCOME_UNKNOWN",
] as const;

function Failures({ failures }: { failures: readonly ServiceFailure[] }) {
  const t = useTranslations("webhooks.service");
  const format = useFormatter();
  const answerOf = ({ code, service_status }: ServiceFailure) => {
    const words = t(`code.${CODES.find((known) => known === code) ?? "other"}`);
    return service_status === null ? words : `${words} (${service_status})`;
  };
  if (failures.length === 0) return <EmptySection>{t("failures.none")}</EmptySection>;
  return (
    <div className="space-y-2 border-border border-t pt-4">
      <h3 className="font-medium text-sm">{t("failures.title")}</h3>
      <ScrollRegion label={t("failures.title")}>
        <table className="w-full min-w-140 text-[0.8125rem]">
          <thead>
            <tr className="text-left text-muted-foreground text-xs">
              <th className="py-1 pr-4 font-normal">{t("failures.call")}</th>
              <th className="py-1 pr-4 font-normal">{t("failures.answer")}</th>
              <th className="py-1 pr-4 text-right font-normal">{t("failures.times")}</th>
              <th className="py-1 pr-4 pl-4 font-normal">{t("failures.since")}</th>
              <th className="py-1 font-normal">{t("failures.last")}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map((failure) => (
              <tr
                key={`${failure.operation} ${failure.code} ${failure.service_status}`}
                className="border-border border-t"
              >
                <td className="whitespace-nowrap py-1.5 pr-4 font-mono text-xs">{failure.operation}</td>
                <td className="py-1.5 pr-4">{answerOf(failure)}</td>
                <td className="py-1.5 pr-4 text-right tabular-nums">{format.number(failure.times)}</td>
                <td className="whitespace-nowrap py-1.5 pr-4 pl-4">
                  <ExactInstant at={failure.since} />
                </td>
                <td className="whitespace-nowrap py-1.5">
                  <RelativeInstant at={failure.last_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
