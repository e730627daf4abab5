import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Cancel } from "#components/kit/buttons.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { reviewChoicesOptions, workloadOptions } from "#lib/desk/browser/reviews.ts";
import { MAX_NOTE_TEXT } from "#lib/desk/contract/notes/note.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import type { BulkChange } from "#lib/desk/contract/review/review-input.ts";
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
import { todayIn } from "./follow-up.ts";
import { Words } from "./step-dialog.tsx";
import { assigneeName, useWorkloadWords } from "./workload.tsx";

/** The changes that `BulkForm` asks for. */
export type ChangeKind = "assign" | "wait" | "close";

type Props = { kind: ChangeKind; count: number; onStart: (change: BulkChange) => void; onCancel: () => void };

export function BulkForm({ kind, count, onStart, onCancel }: Props) {
  const t = useTranslations("review-bulk");
  const why = useErrorWords("review-bulk.why");
  const query = useQuery(kind === "assign" ? workloadOptions() : reviewChoicesOptions());
  const { data } = query;
  const [chosen, setChosen] = useState<BulkChange | null>();
  // The day of the policy is preset until the user chooses another.
  const proposed = kind === "wait" && data ? untilDay(data.follow_up_on) : null;
  const change = chosen === undefined ? proposed : chosen;
  const [refused, setRefused] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change !== null) return onStart(change);
    setRefused(true);
    event.currentTarget.querySelector<HTMLElement>("select, input, [data-slot=combobox-trigger]")?.focus();
  };
  const choose = (next: BulkChange | null) => {
    setChosen(next);
    setRefused(false);
  };
  const error = refused ? t(`missing.${kind}`) : undefined;
  const Fields = FIELDS[kind];
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <Loaded query={query} label={t("loading")} height="h-15" failed={why}>
        {(choices) => <Fields choices={choices} error={error} onChange={choose} />}
      </Loaded>
      <div className="flex justify-end gap-2">
        <Cancel onClick={onCancel} />
        <Button type="submit" aria-disabled={!data}>
          {t(`start.${kind}`, { count })}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = {
  choices: ReviewChoices;
  /** The error after a submit without a value. */
  error: string | undefined;
  onChange: (change: BulkChange | null) => void;
};

const NOBODY = "none";

/** Chooses the assignee, searched by a part of the name. Initially empty, so that nobody is assigned by accident. */
function AssigneeField({ choices: { assignees }, error, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const nobody = useTranslations("review.assignee");
  const [label, trigger] = [useId(), useId()];
  const workload = useWorkloadWords();
  const [chosen, setChosen] = useState<string>();
  const [note, setNote] = useState("");
  const items = [
    { value: NOBODY, label: nobody("none") },
    ...assignees.map((one) => ({ value: one.user_id, label: `${assigneeName(one)} · ${workload(one)}` })),
  ];
  const change = (value: string | undefined, words: string) => {
    setChosen(value);
    setNote(words);
    if (value === undefined) return;
    const text = words.trim();
    onChange(value === NOBODY ? { assignee: null } : { assignee: value, ...(text !== "" && { note: text }) });
  };
  return (
    <>
      <Field>
        <FieldTitle id={label}>{t("assignee")}</FieldTitle>
        <Combobox items={items} value={chosen} onValueChange={(value) => change(value, note)}>
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
      {chosen !== undefined && chosen !== NOBODY && (
        <Words
          label={t("note")}
          hint={t("noteHint")}
          value={note}
          onChange={(words) => change(chosen, words)}
          maxLength={MAX_NOTE_TEXT}
        />
      )}
    </>
  );
}

const untilDay = (follow_up_on: string): BulkChange => ({ state: "waiting", follow_up_on });

function FollowUpField({ choices: { time_zone, follow_up_on }, error, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const today = todayIn(time_zone);
  return (
    <TextField
      label={t("day")}
      error={error}
      type="date"
      min={today}
      defaultValue={follow_up_on}
      onChange={({ target: { value } }) => onChange(value === "" || value < today ? null : untilDay(value))}
      className="max-w-48"
    />
  );
}

function ReasonFields({ choices: { catalogue }, error, onChange }: FieldProps) {
  const t = useTranslations("review-bulk");
  const language = useLocale() === "en" ? "en" : "es";
  const closing = catalogue.filter((entry) => entry.for.includes("closed"));
  const reasons = new Map(closing.map((entry) => [entry.code, entry[language]]));
  const [given, setGiven] = useState({ code: "", words: "" });
  const change = (part: Partial<typeof given>) => {
    const next = { ...given, ...part };
    setGiven(next);
    const reason = next.words.trim();
    onChange(
      next.code === ""
        ? null
        : { state: "resolved", resolution: "closed", reason_code: next.code, ...(reason !== "" && { reason }) },
    );
  };
  return (
    <>
      <SelectField
        label={t("reason")}
        error={error}
        // Initially empty, so that nothing is chosen by accident.
        values={["", ...reasons.keys()]}
        nameOf={(code) => reasons.get(code) ?? t("choose")}
        value={given.code}
        onChange={(code) => change({ code })}
      />
      <Words label={t("words")} value={given.words} onChange={(words) => change({ words })} />
    </>
  );
}

const FIELDS = { assign: AssigneeField, wait: FollowUpField, close: ReasonFields };
