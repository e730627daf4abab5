"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { HoldNotice } from "#components/custody/hold-notice.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { custodyOptions, holdsOptions } from "#lib/browser/custody.ts";
import type { RetentionRun } from "#lib/contract/custody/custody.ts";
import { CustodyForm } from "./custody-form.tsx";
import { LoadedPage } from "./loaded.tsx";

/** Retention times of files, the active legal holds, and the latest deletions of the retention. */
export function CustodySection() {
  const t = useTranslations("custody-settings");
  const query = useQuery(custodyOptions);
  return (
    <LoadedPage of="custody-settings" query={query} height="h-40">
      {({ policy, variables, runs }) => (
        <>
          <CustodyForm known={policy} variables={variables} />
          <Holds />
          <RetentionRuns runs={runs} />
          <Link
            href="/privacy/erasures"
            prefetch={false}
            className="rounded text-sm underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current"
          >
            {t("erasures")}
          </Link>
        </>
      )}
    </LoadedPage>
  );
}

function Holds() {
  const t = useTranslations("custody-settings.holds");
  const { data, isError } = useQuery(holdsOptions);
  const lasting = data?.items.filter(({ ended_at }) => ended_at === null);
  return (
    <section aria-labelledby="legal-holds" className="space-y-2">
      <h2 id="legal-holds" className="font-medium">
        {t("title")}
      </h2>
      {lasting?.map((hold) => (
        <HoldNotice key={hold.hold_id} hold={hold} named />
      ))}
      {lasting?.length === 0 && <p className="text-muted-foreground">{t("none")}</p>}
      {isError && <p className="text-muted-foreground">{t("failed")}</p>}
    </section>
  );
}

function RetentionRuns({ runs }: { runs: readonly RetentionRun[] }) {
  const t = useTranslations("custody-settings.runs");
  return (
    <section aria-labelledby="retention-runs" className="space-y-2">
      <h2 id="retention-runs" className="font-medium">
        {t("title")}
      </h2>
      {runs.length === 0 ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        <ul aria-labelledby="retention-runs" className="divide-y divide-border">
          {runs.map(({ run_id, ended_at, deleted }) => (
            <li key={run_id} className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <ExactInstant at={ended_at} className="text-muted-foreground text-xs tabular-nums" />
              <ul>
                {deleted.map(({ kind, rows, older_than, by }) => (
                  <li key={kind}>
                    {t(`kind.${kind}`, { rows })}{" "}
                    <span className="text-muted-foreground text-xs">
                      {older_than === null ? t("ended") : t(older_than.unit, { count: older_than.count })}
                      {by.startsWith("RETENTION_") && (
                        <>
                          {" · "}
                          <code className="font-mono">{by}</code>
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
