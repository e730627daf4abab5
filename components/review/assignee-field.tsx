"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReviewChoices } from "#lib/contract/review/choices.ts";
import { Button } from "@/components/ui/button";
import {
  Combobox,
  ComboboxContent,
  ComboboxEmpty,
  ComboboxInput,
  ComboboxList,
  ComboboxTrigger,
} from "@/components/ui/combobox";
import { Field, FieldError, FieldTitle } from "@/components/ui/field";

import { assigneeName, useWorkloadWords } from "./workload.tsx";

const NOBODY = "none";

type Props = {
  assignees: ReviewChoices["assignees"];
  /** The error after a submit without a value. */
  error: string | undefined;
  onChoose: (assignee: string | null) => void;
};

/** Chooses the assignee, searched by a part of the name. Initially empty, so that nobody is assigned by accident. */
export function AssigneeField({ assignees, error, onChoose }: Props) {
  const t = useTranslations("review-bulk");
  const nobody = useTranslations("review.assignee");
  const [label, trigger] = [useId(), useId()];
  const workload = useWorkloadWords();
  const [chosen, setChosen] = useState<string>();
  const items = [
    { value: NOBODY, label: nobody("none") },
    ...assignees.map((one) => ({ value: one.user_id, label: `${assigneeName(one)} · ${workload(one)}` })),
  ];
  const choose = (value: string) => {
    setChosen(value);
    onChoose(value === NOBODY ? null : value);
  };
  return (
    <Field>
      <FieldTitle id={label}>{t("assignee")}</FieldTitle>
      <Combobox items={items} value={chosen} onValueChange={choose}>
        <ComboboxTrigger asChild>
          <Button
            id={trigger}
            variant="outline"
            aria-labelledby={`${label} ${trigger}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${label}-error` : undefined}
            className="icon-after icon-chevron w-full justify-between font-normal"
          >
            <span className="truncate">{items.find(({ value }) => value === chosen)?.label ?? t("choose")}</span>
          </Button>
        </ComboboxTrigger>
        <ComboboxContent aria-labelledby={label} className="w-(--radix-popover-trigger-width)">
          <ComboboxInput aria-label={t("searchAssignee")} placeholder={t("searchAssignee")} />
          <ComboboxList aria-labelledby={label} />
          <ComboboxEmpty>{t("nobodyFound")}</ComboboxEmpty>
        </ComboboxContent>
      </Combobox>
      <FieldError id={`${label}-error`}>{error}</FieldError>
    </Field>
  );
}
