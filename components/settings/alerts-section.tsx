"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { EmptySection } from "#components/page/section.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { alertsOptions, muteAlert } from "#lib/browser/alerts.ts";
import { ALERT_GROUPS } from "#lib/contract/channels/channel-events.ts";
import type { AlertList, ListedAlert } from "#lib/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/contract/notices/notice-input.ts";
import { FieldLabel } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { LoadedPage } from "./loaded.tsx";

export function AlertsSection() {
  const query = useQuery(alertsOptions(useLocale()));
  return (
    <LoadedPage of="alerts" query={query} height="h-40">
      {({ items, kinds }) => (
        <>
          <Alerts alerts={items} />
          <Kinds kinds={kinds} />
        </>
      )}
    </LoadedPage>
  );
}

function Alerts({ alerts }: { alerts: readonly ListedAlert[] }) {
  const t = useTranslations("alerts");
  if (alerts.length === 0) return <EmptySection>{t("none")}</EmptySection>;
  return (
    <ul aria-label={t("list")} className="divide-y divide-border">
      {alerts.map(({ alert_id, text, todo, path, since, resolved_at }) => (
        <li key={alert_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5">
          <Link
            href={path}
            className={`wrap-anywhere min-w-0 underline-offset-2 hover:underline ${resolved_at === null ? "font-medium" : "text-muted-foreground"}`}
          >
            {text}
          </Link>
          <span className="text-muted-foreground text-xs tabular-nums">
            {resolved_at === null && <span>{`${t("lasts")} · `}</span>}
            <span>{t.rich("since", { at: () => <ExactInstant at={since} /> })}</span>
          </span>
          {todo && <p className="w-full text-muted-foreground text-xs">{todo}</p>}
        </li>
      ))}
    </ul>
  );
}

function Kinds({ kinds }: Pick<AlertList, "kinds">) {
  const t = useTranslations("alerts");
  const { queryKey } = alertsOptions(useLocale());
  const mute = useSecretChange(muteAlert, {
    to: ({ muted }) => t(muted ? "confirmTo.mute" : "confirmTo.unmute"),
    changes: [queryKey],
  });
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-medium">{t("told")}</legend>
      {Object.entries(ALERT_GROUPS).map(([group, known]) => (
        <fieldset key={group} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <legend className="mb-2 text-muted-foreground text-xs">{t(`group.${group}`)}</legend>
          {kinds
            .filter(({ kind }) => known.some((one) => one === kind))
            .map(({ kind, name, muted }) => (
              <FieldLabel key={kind} className="font-normal">
                <Switch
                  checked={mute.isPending && mute.input?.kind === kind ? !mute.input.muted : !muted}
                  onCheckedChange={(told) => mute.run({ kind: kind as AlertMute["kind"], muted: !told })}
                />
                {name}
              </FieldLabel>
            ))}
        </fieldset>
      ))}
      <ActionFailure words="alerts.problem" error={mute.error} />
      {mute.stepUp}
    </fieldset>
  );
}
