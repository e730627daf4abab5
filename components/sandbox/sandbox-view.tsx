"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Retry } from "#components/kit/buttons.tsx";
import { Failure } from "#components/kit/message.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { keptMailsOptions, sandboxOptions } from "#lib/edge/browser/sandbox.ts";
import { PACES, type Pace } from "#lib/edge/contract/sandbox/sandbox.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { ActiveFaults } from "./active-faults.tsx";
import { Problem, useSandboxAction } from "./entries.tsx";
import { FaultsSection } from "./faults-section.tsx";
import { PlayedSection } from "./played-section.tsx";
import { ScenariosSection } from "./scenarios-section.tsx";
import { Segments } from "./segments.tsx";

/** The scenarios on the left, and the played verifications with their state on the right. */
export function SandboxView() {
  const t = useTranslations("sandbox");
  const query = useQuery(sandboxOptions());
  const { data, isError } = query;
  return (
    <div className="space-y-4">
      <Failure says={isError ? t("away.title") : null}>
        <p className="text-muted-foreground">
          {t("away.body")} {data && <span>{t("away.stale")}</span>}
        </p>
        <Retry query={query} />
      </Failure>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          <ScenariosSection />
          <FaultsSection played={data?.played ?? []} />
        </div>
        <div className="min-w-0 space-y-4 lg:sticky lg:top-16 lg:-m-1 lg:max-h-[calc(100dvh-4.5rem)] lg:overflow-y-auto lg:p-1">
          {!data && !isError && <Skeleton className="h-96" />}
          {data && (
            <>
              <PaceSection pace={data.pace} />
              <ActiveFaults faults={data.faults} played={data.played} />
              <PlayedSection played={data.played} labels={data.labels} />
            </>
          )}
          <MailsSection />
        </div>
      </div>
    </div>
  );
}

/** The rate at which the sandbox plays verifications by itself. */
function PaceSection({ pace }: { pace: Pace }) {
  const t = useTranslations("sandbox.pace");
  const { mutate, isPending, variables, error } = useSandboxAction((wanted: Pace) =>
    api("POST /api/sandbox/pace", { body: { pace: wanted } }),
  );
  const shown = isPending ? variables : pace;
  return (
    <Section id="pace" title={t("title")}>
      <div className="space-y-2">
        <Segments
          label={t("title")}
          values={PACES}
          nameOf={(value) => t(`${value}.name`)}
          value={shown}
          onChange={mutate}
        />
        <p role="status" className="min-h-9 text-muted-foreground text-xs">
          {t(`${shown}.says`)}
        </p>
        <Problem error={error} />
      </div>
    </Section>
  );
}

/** The mails that were kept instead of sent. */
function MailsSection() {
  const t = useTranslations("sandbox.mails");
  const { data } = useQuery(keptMailsOptions());
  if (!data) return null;
  return (
    <Section id="mails" title={t("title")} count={data.items.length}>
      {data.items.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      <ul className="-my-2 max-h-80 divide-y divide-border overflow-y-auto empty:hidden">
        {data.items.map(({ mail_id, at, to, reply_to, subject, text }) => (
          <li key={mail_id} className="wrap-anywhere py-2 text-sm">
            <details className="space-y-1">
              <summary className="rounded">
                <span className="font-medium">{subject}</span>{" "}
                <span className="text-muted-foreground text-xs">
                  <span>{t("to", { to })}</span> · <RelativeInstant at={at} className="tabular-nums" />
                </span>
              </summary>
              {reply_to !== null && (
                <p className="text-muted-foreground text-xs">{t("replyTo", { address: reply_to })}</p>
              )}
              <p className="whitespace-pre-wrap text-xs">{text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
