import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFilterOptions, useNames, valuesOf } from "#components/desk/verifications/filter-words.ts";
import { Form } from "#components/kit/form.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import type { Narrowing } from "#lib/platform/contract/figure.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { Button } from "@/components/ui/button";

type Props = { narrowing: Narrowing; onChange: (part: Partial<Narrowing>) => void };

/** Filters the counted files: by account, label, tag prefix, or version of the policy that decided them. */
export function NarrowingPanel({ narrowing, onChange }: Props) {
  const t = useTranslations("insights.narrowing");
  const count = Object.values(narrowing).filter((value) => value !== null).length;
  return (
    <FilterPanel label={t("title")} count={count} panelClassName="w-80">
      <div className="space-y-3 p-2">
        <Occurring of="account" value={narrowing.account} onChange={(account) => onChange({ account })} />
        <Occurring of="label" value={narrowing.label} onChange={(label) => onChange({ label })} />
        <Typed key={`${narrowing.tag_prefix} ${narrowing.policy_version}`} narrowing={narrowing} onChange={onChange} />
      </div>
    </FilterPanel>
  );
}

type OccurringProps = { of: "account" | "label"; value: string | null; onChange: (value: string | null) => void };

/** A choice among the occurring values, or any. */
function Occurring({ of, value, onChange }: OccurringProps) {
  const t = useTranslations("insights.narrowing");
  const nameOf = useNames(true);
  const options = useFilterOptions();
  const values = ["", ...new Set([...(value === null ? [] : [value]), ...valuesOf(options, of)])];
  const wordsOf = (option: string) => (option === "" ? t("any") : (nameOf(of, option) ?? shownText(option)));
  return (
    <SelectField
      label={t(of)}
      size="sm"
      values={values}
      nameOf={wordsOf}
      value={value ?? ""}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function Typed({ narrowing, onChange }: Props) {
  const t = useTranslations("insights.narrowing");
  const words = useTranslations("verifications.filters");
  const [isPersonal, setPersonal] = useState(false);
  const send = (typed: FormData) => {
    const tag = String(typed.get("tag_prefix") ?? "").trim();
    const version = String(typed.get("policy_version") ?? "");
    // Browser histories and logs keep addresses.
    const personal = holdsPartOfCurp(tag);
    setPersonal(personal);
    if (!personal) onChange({ tag_prefix: tag || null, policy_version: version === "" ? null : Number(version) });
  };
  return (
    <Form onSend={send} className="space-y-3">
      <TextField
        label={t("tag_prefix")}
        name="tag_prefix"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        defaultValue={narrowing.tag_prefix ?? ""}
        {...(isPersonal && { error: words("personalTag") })}
      />
      <TextField
        label={t("policy_version")}
        hint={t("policyHint")}
        name="policy_version"
        type="number"
        min={1}
        max={999_999_999}
        defaultValue={narrowing.policy_version ?? ""}
      />
      <Button type="submit" variant="outline" size="sm">
        {words("apply")}
      </Button>
    </Form>
  );
}
