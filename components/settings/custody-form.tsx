"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Form } from "#components/page/form.tsx";
import { Failure } from "#components/page/message.tsx";
import { SelectField } from "#components/page/select-field.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
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
import { Button } from "@/components/ui/button";

type Drafted = Record<CustodyClass, { profile: CustodyProfile; months: string }>;

const NO_MONTHS = "12";

const draftOf = (policy: CustodyPolicy): Drafted => {
  const rule = (name: CustodyClass) => {
    const { profile, months } = policy[name];
    return { profile, months: profile === "own" && months !== null ? String(months) : NO_MONTHS };
  };
  return { accepted: rule("accepted"), rejected: rule("rejected"), undecided: rule("undecided") };
};

const given = ({ profile, months }: Drafted[CustodyClass]) =>
  profile === "own" ? { profile, months: Number(months) } : { profile };

type Props = { known: CustodyPolicy; variables: readonly string[] };

/** A profile for accepted, rejected and undecided files each. */
export function CustodyForm({ known, variables }: Props) {
  const t = useTranslations("custody-settings");
  const problem = useErrorWords("custody-settings.problem");
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(known));
  const [saved, setSaved] = useState(false);
  const save = useSecretChange(setCustodyPolicy, {
    onSuccess: (custody) => {
      client.setQueryData(custodyOptions.queryKey, custody);
      setSaved(true);
    },
    changes: [verificationKeys.details()],
  });
  const change = (name: CustodyClass, part: Partial<Drafted[CustodyClass]>) => {
    setDraft({ ...draft, [name]: { ...draft[name], ...part } });
    setSaved(false);
  };
  const idle = save.isPending || JSON.stringify(draft) === JSON.stringify(draftOf(known));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { accepted, rejected, undecided } = draft;
    const rules = { accepted: given(accepted), rejected: given(rejected), undecided: given(undecided) };
    if (!idle) save.run({ version: known.version, ...rules });
  };
  return (
    <>
      <Form onSubmit={submit} className="max-w-2xl space-y-3">
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
        {/* Not `disabled`, which would move the focus away from the pressed button. */}
        <Button type="submit" aria-disabled={idle}>
          {t(save.isPending ? "saving" : "save")}
        </Button>
        <p role="status" className="text-muted-foreground text-xs empty:hidden">
          {saved && t("saved")}
        </p>
        <Failure says={save.error && problem(save.error)} />
      </Form>
      {save.stepUp}
    </>
  );
}
