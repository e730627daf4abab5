import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { Failure } from "#components/kit/message.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { FieldDescription } from "@/components/ui/field";

type Props = {
  ref: RefObject<HTMLSelectElement | null>;
  codes: readonly { code: string; words: string }[];
  chosen: string;
  onChosen: (code: string | null) => void;
  place: number | null;
  onPlace: (place: number | null) => void;
  failed: boolean;
  required: boolean;
};

/** Keys of the first ten reasons; further reasons have none. */
const NUMBERS = "1234567890";

/** The place of a choice by its number key, from 0; -1 for any other key. */
export const placeOfKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey ? NUMBERS.indexOf(key) : -1;

/** A reason of the catalogue, required to reject or close a file. */
export function CodeField({ ref, codes, chosen, onChosen, place, onPlace, failed, required }: Props) {
  const t = useTranslations("review-actions.decide");
  const nameOf = (code: string) => {
    const index = codes.findIndex((one) => one.code === code);
    return [NUMBERS[index], codes[index]?.words ?? t("choose")].filter(Boolean).join(" · ");
  };
  const pressed = place === null ? undefined : codes[place]?.code;
  const choose = useEffectEvent((code: string) => {
    onPlace(null);
    onChosen(code);
  });
  useEffect(() => {
    // A number pressed before the reasons were loaded is applied when they are loaded.
    if (pressed !== undefined) choose(pressed);
  }, [pressed]);
  return (
    <SelectField
      ref={ref}
      required={required}
      label={t("code")}
      values={["", ...codes.map(({ code }) => code)]}
      nameOf={nameOf}
      value={chosen}
      onChange={(code) => onChosen(code || null)}
      onKeyDown={(event) => {
        const place = placeOfKey(event);
        if (place === -1) return;
        event.preventDefault();
        onPlace(place);
      }}
    >
      <FieldDescription aria-hidden>{t("codeKeys")}</FieldDescription>
      <Failure says={failed ? t("failed") : null} />
    </SelectField>
  );
}
