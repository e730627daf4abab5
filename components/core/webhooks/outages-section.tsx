import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleDashed, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Hint } from "#components/kit/hint.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Failure } from "#components/kit/message.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { outageKeys, outagesOptions } from "#lib/core/browser/status.ts";
import type { Outage } from "#lib/core/contract/verifications/incomplete.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

/** Times without deliveries, data that is lost, and the progress of reading all verifications again. */
export function OutagesSection() {
  const t = useTranslations("webhooks.outages");
  const query = useQuery(outagesOptions());
  const count = query.data?.outages.length;
  return (
    <Section id="outages" title={t("title")} count={count || undefined}>
      <Loaded query={query} label={t("title")} height="h-10" failed={() => <EmptySection>{t("unknown")}</EmptySection>}>
        {({ reading: { left, done_at }, outages }) => (
          <div className="space-y-3 text-sm">
            {/* After an outage, all verifications that may have changed are read again. */}
            {left > 0 && (
              <Remark mark={RefreshCw}>
                <span>{t("left", { count: left })}</span>
                {done_at !== null && (
                  <span className="text-muted-foreground">
                    , {t.rich("doneAt", { at: () => <ExactInstant at={done_at} /> })}
                  </span>
                )}
              </Remark>
            )}
            {outages.length === 0 && <EmptySection>{t("none")}</EmptySection>}
            <ul className="-mb-2.5 divide-y divide-border first:-mt-2.5 empty:hidden">
              {outages.map((outage) => (
                <OutageEntry key={`${outage.outage_id} ${outage.began_at}`} outage={outage} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function OutageEntry({ outage: { outage_id, cause, began_at, ended_at, lost, dismissed } }: { outage: Outage }) {
  const t = useTranslations("webhooks.outages");
  const words = useErrorWords("webhooks.outages.failed");
  const client = useQueryClient();
  const dismissal = useMutation({
    mutationFn: (outage_id: number) => api("POST /api/outages/{outage_id}/dismissal", { params: { outage_id } }),
    onSettled: () => {
      for (const queryKey of [outageKeys.all, verificationKeys.all]) void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-72 space-y-0.5">
        <p className="font-medium">
          <ExactInstant at={began_at} /> –{" "}
          {ended_at === null ? (
            <span className="inline-flex items-center gap-1 text-failed">
              <CircleDashed aria-hidden className="size-3.5" />
              {t("goesOn")}
            </span>
          ) : (
            <ExactInstant at={ended_at} />
          )}
        </p>
        <p>{t(`cause.${cause}`)}</p>
        {lost.length === 0 && (
          <Remark mark="good" className="text-muted-foreground">
            {t(ended_at === null ? "notYet" : "nothingLost")}
          </Remark>
        )}
        {lost.map(({ from, to }) => (
          <Remark key={from} mark="warning" className={dismissed ? "text-muted-foreground [&>svg]:text-inherit" : ""}>
            {t.rich(to === null ? "lostSince" : "lostBetween", {
              from: () => <ExactInstant at={from} />,
              to: () => to !== null && <ExactInstant at={to} />,
            })}
          </Remark>
        ))}
        {dismissed && (
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {t.rich("dismissed", { by: dismissed.by ?? "", at: () => <ExactInstant at={dismissed.at} /> })}
          </p>
        )}
        <Failure says={dismissal.error && words(dismissal.error)} />
      </div>
      {outage_id !== null && ended_at !== null && lost.length > 0 && !dismissed && (
        <Hint text={t("dismissHelp")}>
          <Button
            variant="outline"
            size="sm"
            aria-disabled={dismissal.isPending}
            onClick={() => dismissal.mutate(outage_id)}
          >
            {t("dismiss")}
          </Button>
        </Hint>
      )}
    </li>
  );
}
