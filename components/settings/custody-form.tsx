"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "#components/page/select-field.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { custodyOptions, setCustodyPolicy } from "#lib/browser/custody.ts";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import {
  CUSTODY_CLASSES,
  CUSTODY_PROFILES,
  type CustodyClass,
  type CustodyPolicy,
  type CustodyProfile,
  MAX_OWN_MONTHS,
} from "#lib/contract/custody/policy.ts";
import { SettingsForm } from "./settings-form.tsx";

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

type Props = { known: CustodyPolicy; variables: readonly string[] };

export function CustodyForm({ known, variables }: Props) {
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
    return setCustodyPolicy({ version: known.version, ...rules });
  };
  return (
    <SettingsForm
      of="custody-settings"
      className="max-w-2xl space-y-3"
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
