import { useTranslations } from "next-intl";
import type { ListedKey, ListedKeys } from "#lib/core/contract/keys/keys.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { FieldDescription, FieldLabel, FieldLegend } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

/** The value of the option 'none of these'; key ids are never empty. */
export const NO_KEY = "";

type Props = {
  legend: string;
  hint?: string;
  keys: readonly ListedKey[];
  value: string | null;
  onChange: (id: string) => void;
  /** The label of the option 'none of these'; without it the option is not offered. */
  none?: string | undefined;
};

export function KeyChoice({ legend, hint, keys, value, onChange, none }: Props) {
  const options = [
    ...keys.map((key) => ({ id: key.id, words: `${key.name ?? ""} ${shortId(key.id)}`.trim() })),
    ...(none === undefined ? [] : [{ id: NO_KEY, words: none }]),
  ];
  return (
    <RadioGroup value={value} onValueChange={onChange}>
      <FieldLegend className="mb-1.5">{legend}</FieldLegend>
      {hint && <FieldDescription>{hint}</FieldDescription>}
      {options.map(({ id, words }) => (
        <FieldLabel key={id} className="min-h-8 font-normal">
          <RadioGroupItem value={id} />
          <span className="wrap-anywhere">{words}</span>
        </FieldLabel>
      ))}
    </RadioGroup>
  );
}

type OrphanChoiceProps = {
  candidates: readonly string[];
  keys: ListedKeys | undefined;
  /** Null for 'none of these'; undefined before a choice. */
  value: string | null | undefined;
  onChange: (orphan: string | null) => void;
};

/** Chooses the key that a call with an unknown outcome created, if the service lists keys without names. */
export function OrphanChoice({ candidates, keys, value, onChange }: OrphanChoiceProps) {
  const t = useTranslations("keys.rotation");
  return (
    <div className="w-full">
      <KeyChoice
        legend={t("needs.orphan")}
        hint={t("problem.ORPHAN_UNCLEAR")}
        keys={keys?.items.filter(({ id }) => candidates.includes(id)) ?? []}
        value={value === undefined ? null : (value ?? NO_KEY)}
        onChange={(id) => onChange(id === NO_KEY ? null : id)}
        none={t("none")}
      />
    </div>
  );
}
