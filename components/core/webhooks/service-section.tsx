import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Fact } from "#components/kit/fact.tsx";
import { SmallTable } from "#components/kit/list/small-table.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant, formatDuration, RelativeInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import type { ServiceFailure, SystemStatus } from "#lib/core/contract/status.ts";
import { ScrollArea } from "@/components/ui/scroll-area";

const MAX_COUNTED = 10_000;

/** The state of requests to the service: whether it accepts the key, pending readings, and failures. */
export function ServiceSection() {
  const t = useTranslations("webhooks.service");
  return (
    <Section id="service" title={t("title")}>
      <Loaded
        query={useQuery(statusOptions())}
        label={t("title")}
        height="h-20"
        failed={() => <EmptySection>{t("unknown")}</EmptySection>}
      >
        {(status) => (
          <div className="space-y-4">
            <Facts status={status} />
            <Failures failures={status.service.failures} />
          </div>
        )}
      </Loaded>
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
        <span>{reads.waiting < MAX_COUNTED ? t("waiting", { count: reads.waiting }) : t("manyWaiting")}</span>
        {leftMs >= 5_000 && (
          <span className="text-muted-foreground">{`, ${t("doneIn", { duration: formatDuration(leftMs, locale) })}`}</span>
        )}
      </Fact>
      <Fact name={t("fact.pace")}>
        {t("pace", { pace: format.number(reads.per_second, { maximumFractionDigits: 1 }) })}
      </Fact>
      <Fact name={t("fact.pause")}>
        {reads.paused_until ? (
          <span>
            {t("until")} <ExactInstant at={reads.paused_until} seconds />
          </span>
        ) : (
          t("noPause")
        )}
      </Fact>
    </dl>
  );
}

function Failures({ failures }: { failures: readonly ServiceFailure[] }) {
  const t = useTranslations("webhooks.service.failures");
  if (failures.length === 0) return <EmptySection>{t("none")}</EmptySection>;
  const column = (id: "call" | "answer" | "times" | "since" | "last", place: string, cell: FailureCell) => ({
    id,
    title: t(id),
    place: `py-1.5 ${place}`,
    cell,
  });
  return (
    <div className="space-y-2 border-border border-t pt-4">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <ScrollArea label={t("title")}>
        <SmallTable
          label={t("title")}
          columns={[
            column("call", "whitespace-nowrap pr-4 font-mono text-xs", ({ row }) => row.operation),
            column("answer", "pr-4", Answer),
            column("times", "pr-4 text-right tabular-nums", Times),
            column("since", "whitespace-nowrap pr-4 pl-4", ({ row }) => <ExactInstant at={row.since} />),
            column("last", "whitespace-nowrap", ({ row }) => <RelativeInstant at={row.last_at} />),
          ]}
          rows={failures}
          keyOf={({ operation, code, service_status }) => `${operation} ${code} ${service_status}`}
          layout={{ table: "w-full min-w-140 text-[0.8125rem]" }}
        />
      </ScrollArea>
    </div>
  );
}

type FailureCell = (props: { row: ServiceFailure }) => ReactNode;

const Answer: FailureCell = ({ row: { code, service_status } }) => {
  const words = useErrorWords("webhooks.service.code")(code);
  return service_status === null ? words : `${words} (${service_status})`;
};

const Times: FailureCell = ({ row }) => useFormatter().number(row.times);
