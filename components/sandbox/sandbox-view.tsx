"use client";

import { useQuery } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { Section } from "#components/page/section.tsx";
import { sandboxOptions, setPace } from "#lib/browser/sandbox.ts";
import { PACES, type Pace } from "#lib/contract/sandbox/sandbox.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ActiveFaults } from "./active-faults.tsx";
import { Segments } from "./choices.tsx";
import { FaultsSection } from "./faults-section.tsx";
import { PlayedSection } from "./played-section.tsx";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";
import { ScenariosSection } from "./scenarios-section.tsx";

/** The scenarios on the left; on the right the ones being played, with their state. */
export function SandboxView() {
  const { data, isError, refetch } = useQuery(sandboxOptions());
  return (
    <div className="space-y-4">
      <div role="alert" className="empty:hidden">
        {isError && <Away stale={data !== undefined} onRetry={() => refetch()} />}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          <ScenariosSection />
          <FaultsSection played={data?.played ?? []} />
        </div>
        <div className="min-w-0 space-y-4 lg:sticky lg:top-16 lg:-m-1 lg:max-h-[calc(100dvh-4.5rem)] lg:overflow-y-auto lg:p-1">
          {data ? (
            <>
              <PaceSection pace={data.pace} />
              <ActiveFaults faults={data.faults} played={data.played} />
              <PlayedSection played={data.played} labels={data.labels} />
            </>
          ) : (
            !isError && <StateSkeleton />
          )}
        </div>
      </div>
    </div>
  );
}

function Away({ stale, onRetry }: { stale: boolean; onRetry: () => void }) {
  const t = useTranslations("sandbox.away");
  return (
    <Alert variant="warning" className="flex-wrap gap-x-4 rounded-lg p-4">
      <PlugZap aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <AlertTitle>{t("title")}</AlertTitle>
        <AlertDescription className="text-muted-foreground">
          {t("body")} {stale && t("stale")}
        </AlertDescription>
      </div>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </Alert>
  );
}

/** How busy the account is by itself. */
function PaceSection({ pace }: { pace: Pace }) {
  const t = useTranslations("sandbox.pace");
  const { mutate, isPending, variables, error } = useSandboxAction((chosen: Pace) => setPace(chosen));
  const shown = isPending ? variables : pace;
  return (
    <Section id="pace" title={t("title")}>
      <div className="space-y-2">
        <Segments
          label={t("title")}
          quiet
          options={PACES.map((value) => ({ value, name: t(`${value}.name`) }))}
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

/** The right side until the state of the embedded service is known. */
function StateSkeleton() {
  const t = useTranslations("sandbox");
  return (
    <>
      <Section id="pace" title={t("pace.title")}>
        <Skeleton className="mb-2 h-8" />
        <Skeleton className="h-9" />
      </Section>
      <Section id="active-faults" title={t("active.title")}>
        <Skeleton className="h-5" />
      </Section>
      <Section id="played" title={t("played.title")}>
        <Skeleton className="h-24" />
      </Section>
    </>
  );
}
