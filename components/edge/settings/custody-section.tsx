"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { HoldNotice } from "#components/desk/custody/hold-notice.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { custodyOptions, holdsOptions } from "#lib/desk/browser/custody.ts";
import type { RetentionRun } from "#lib/desk/contract/custody/custody.ts";
import {
  CUSTODY_CLASSES,
  CUSTODY_PROFILES,
  type CustodyClass,
  type CustodyPolicy,
  type CustodyProfile,
  MAX_OWN_MONTHS,
} from "#lib/desk/contract/custody/policy.ts";
import { api } from "#lib/platform/browser/api.ts";
import { LoadedPage } from "./loaded.tsx";
import { SettingsForm } from "./settings-form.tsx";

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

type CustodyDraft = Record<CustodyClass, { profile: CustodyProfile; months: string }>;

const DEFAULT_MONTHS = "12";

const draftOf = (policy: CustodyPolicy): CustodyDraft => {
  const rule = (name: CustodyClass) => {
    const { profile, months } = policy[name];
    return { profile, months: profile === "own" && months !== null ? String(months) : DEFAULT_MONTHS };
  };
  return { accepted: rule("accepted"), rejected: rule("rejected"), undecided: rule("undecided") };
};

const ruleOf = ({ profile, months }: CustodyDraft[CustodyClass]) =>
  profile === "own" ? { profile, months: Number(months) } : { profile };

function CustodyForm({ known, variables }: { known: CustodyPolicy; variables: readonly string[] }) {
  const t = useTranslations("custody-settings");
  const [draft, setDraft] = useState(() => draftOf(known));
  const [saved, setSaved] = useState(false);
  const change = (name: CustodyClass, part: Partial<CustodyDraft[CustodyClass]>) => {
    setDraft({ ...draft, [name]: { ...draft[name], ...part } });
    setSaved(false);
  };
  const save = () => {
    const { accepted, rejected, undecided } = draft;
    const rules = { accepted: ruleOf(accepted), rejected: ruleOf(rejected), undecided: ruleOf(undecided) };
    return api("PUT /api/privacy/custody", { body: { version: known.version, ...rules } });
  };
  return (
    <SettingsForm
      of="custody-settings"
      className="space-y-3"
      changed={JSON.stringify(draft) !== JSON.stringify(draftOf(known))}
      save={save}
      queryKey={custodyOptions.queryKey}
      changes={[verificationKeys.details()]}
      onSaved={() => setSaved(true)}
      said={saved && t("saved")}
    >
      {CUSTODY_CLASSES.map((name) => (
        <div key={name} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <SelectField
            label={t(`class.${name}`)}
            hint={t(`about.${draft[name].profile}`)}
            values={CUSTODY_PROFILES}
            nameOf={(profile) => t(`profile.${profile}`)}
            value={draft[name].profile}
            onChange={(profile) => change(name, { profile })}
          />
          {draft[name].profile === "own" && (
            <TextField
              label={t("months")}
              type="number"
              required
              min={1}
              max={MAX_OWN_MONTHS}
              value={draft[name].months}
              onChange={({ target }) => change(name, { months: target.value })}
            />
          )}
        </div>
      ))}
      <p className="max-w-prose text-muted-foreground text-xs">
        {variables.length > 0 ? t("variablesSet", { names: variables.join(", ") }) : t("variablesUnset")}
      </p>
      <p className="max-w-prose text-muted-foreground text-xs">{t("counsel")}</p>
    </SettingsForm>
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
      {lasting?.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      {isError && <EmptySection>{t("failed")}</EmptySection>}
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
        <EmptySection>{t("none")}</EmptySection>
      ) : (
        <ul aria-labelledby="retention-runs" className="divide-y divide-border">
          {runs.map(({ run_id, ended_at, deleted }) => (
            <li key={run_id} className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <ExactInstant at={ended_at} className="text-muted-foreground text-xs tabular-nums" />
              <ul>
                {deleted.map(({ kind, rows, older_than, by }) => (
                  <li key={kind}>
                    <span>{t(`kind.${kind}`, { rows })}</span>{" "}
                    <span className="text-muted-foreground text-xs">
                      <span>{older_than === null ? t("ended") : t(older_than.unit, { count: older_than.count })}</span>
                      {by.startsWith("RETENTION_") && (
                        <span>
                          {" · "}
                          <code translate="no" className="font-mono">
                            {by}
                          </code>
                        </span>
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
