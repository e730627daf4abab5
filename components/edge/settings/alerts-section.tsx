"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { noticeKeys } from "#lib/core/browser/query-keys.ts";
import { ALERT_GROUPS } from "#lib/outbound/contract/channels/channel-events.ts";
import {
  type AlertSettings,
  type QuietHours,
  THRESHOLD_KINDS,
  THRESHOLDS,
  type ThresholdKind,
  thresholdsOf,
} from "#lib/outbound/contract/notices/alert-settings.ts";
import type { AlertList, ListedAlert } from "#lib/outbound/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/outbound/contract/notices/notice-input.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldDescription, FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { LoadedPage } from "./loaded.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** The alerts of the installation, worded by the server. Each alert is also announced as a notice. */
const alertsOptions = (locale: string) => queryOf([...noticeKeys.all, "alerts", locale], "GET /api/settings/alerts");

export function AlertsSection() {
  const query = useQuery(alertsOptions(useLocale()));
  return (
    <LoadedPage of="alerts" query={query} height="h-40">
      {(known) => (
        <>
          <Alerts alerts={known.items} />
          <KindSwitches kinds={known.kinds} />
          <AlertsForm known={known} />
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

/** The kinds of alerts; each switch is saved at once. */
function KindSwitches({ kinds }: Pick<AlertList, "kinds">) {
  const t = useTranslations("alerts");
  const { queryKey } = alertsOptions(useLocale());
  const mute = useSecretChange((body: AlertMute) => api("PUT /api/settings/alerts/mutes", { body }), {
    to: () => t("confirmTo"),
    changes: [queryKey],
  });
  return (
    <>
      <FieldSet className="gap-3">
        <FieldLegend>{t("told")}</FieldLegend>
        <FieldDescription>{t("toldAbout")}</FieldDescription>
        {Object.entries(ALERT_GROUPS).map(([group, known]) => (
          <fieldset key={group} className="min-w-0">
            <legend className="text-muted-foreground text-xs">
              {t(`group.${group as keyof typeof ALERT_GROUPS}`)}
            </legend>
            <div className="grid gap-x-6 sm:grid-cols-2">
              {kinds
                .filter(({ kind }) => known.some((one) => one === kind))
                .map(({ kind, name, muted }) => (
                  <FieldLabel key={kind} className="min-h-10 w-full font-normal">
                    <Switch
                      checked={mute.isPending && mute.input?.kind === kind ? !mute.input.muted : !muted}
                      onCheckedChange={(told) => mute.run({ kind: kind as AlertMute["kind"], muted: !told })}
                    />
                    {name}
                  </FieldLabel>
                ))}
            </div>
          </fieldset>
        ))}
        <ActionFailure words="alerts.problem" error={mute.error} />
      </FieldSet>
      {mute.stepUp}
    </>
  );
}

/** Thresholds are as typed. */
type Draft = Omit<AlertSettings, "thresholds"> & { thresholds: Record<ThresholdKind, number | string> };

/** Thresholds and quiet hours, which are saved together. */
function AlertsForm({ known: { kinds, settings } }: { known: AlertList }) {
  const t = useTranslations("alerts");
  const { queryKey } = alertsOptions(useLocale());
  const [edited, setEdited] = useState<Draft | null>(null);
  const { version, thresholds, quiet }: Draft = edited ?? settings;
  const change = (part: Partial<Draft>) => setEdited({ version, thresholds, quiet, ...part });
  return (
    <SettingsForm
      of="alerts"
      className="space-y-5 border-border border-t pt-4"
      changed={edited !== null}
      save={() =>
        api("PUT /api/settings/alerts", {
          body: { version, quiet, thresholds: thresholdsOf((kind) => Number(thresholds[kind])) },
        })
      }
      queryKey={queryKey}
      onSaved={() => setEdited(null)}
      said={edited === null && version > 0 && t("inForce", { version })}
    >
      <FieldSet className="gap-3">
        <FieldLegend>{t("thresholds")}</FieldLegend>
        <FieldDescription>{t("thresholdsAbout")}</FieldDescription>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] items-start gap-x-6 gap-y-4">
          {THRESHOLD_KINDS.map((kind) => (
            <TextField
              key={kind}
              label={t(`threshold.${kind}`)}
              hint={t("thresholdOf", { name: kinds.find((one) => one.kind === kind)?.name ?? kind })}
              type="number"
              required
              min={THRESHOLDS[kind].min}
              max={THRESHOLDS[kind].max}
              value={thresholds[kind]}
              onChange={({ target }) => change({ thresholds: { ...thresholds, [kind]: target.value } })}
              className="max-w-28"
            />
          ))}
        </div>
      </FieldSet>
      <QuietFields quiet={quiet} onChange={(hours) => change({ quiet: hours })} />
    </SettingsForm>
  );
}

const FIRST_QUIET: QuietHours = { from: "22:00", to: "07:00", days_off: false };

type QuietProps = { quiet: QuietHours | null; onChange: (quiet: QuietHours | null) => void };

function QuietFields({ quiet, onChange }: QuietProps) {
  const t = useTranslations("alerts.quiet");
  return (
    <FieldSet className="gap-3">
      <FieldLegend>{t("title")}</FieldLegend>
      <FieldDescription>{t("about")}</FieldDescription>
      <FieldLabel className="font-normal">
        <Checkbox checked={quiet !== null} onCheckedChange={(on) => onChange(on ? FIRST_QUIET : null)} />
        {t("on")}
      </FieldLabel>
      {quiet && (
        <>
          <div className="grid max-w-72 grid-cols-2 items-start gap-3">
            {(["from", "to"] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                required
                label={t(end)}
                ref={(input) => input?.setCustomValidity(end === "to" && quiet.from === quiet.to ? t("same") : "")}
                value={quiet[end]}
                onChange={({ target }) => onChange({ ...quiet, [end]: target.value })}
              />
            ))}
          </div>
          <FieldLabel className="font-normal">
            <Checkbox checked={quiet.days_off} onCheckedChange={(days_off) => onChange({ ...quiet, days_off })} />
            {t("daysOff")}
          </FieldLabel>
        </>
      )}
    </FieldSet>
  );
}
