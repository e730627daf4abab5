import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Cancel } from "#components/kit/buttons.tsx";
import { Form } from "#components/kit/form.tsx";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { TextareaField } from "#components/kit/text-field.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { samplesKey } from "#lib/desk/browser/samples.ts";
import {
  MAX_RESULT_NOTE,
  SAMPLE_RESULTS,
  type SampledDecision,
  type SampleResult,
} from "#lib/desk/contract/review/sample.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { FieldLabel } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { DECISION_CELLS, fileNameOf } from "./decisions-table.tsx";
import { ByAndAt } from "./sample-parts.tsx";

const { At, File, Decision, Exceptions, Together, Reason } = DECISION_CELLS;

type RowProps = {
  sampleId: string;
  item: SampledDecision;
  isOpen: boolean;
  takesFocus: boolean;
  isSigned: boolean;
  onOpen: () => void;
  onSaved: () => void;
  onClosed: () => void;
};

/** A sampled decision, and beside it its result or the form of the result. */
export function SampledRow({ sampleId, item, isOpen, takesFocus, isSigned, onOpen, onSaved, onClosed }: RowProps) {
  const t = useTranslations("samples");
  const file = fileNameOf(item);
  const { result, own } = item;
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-3 p-4 text-sm md:grid-cols-[1fr_1fr_20rem] print:grid-cols-[1fr_1fr_1fr] print:py-2 print:text-xs">
      <div className="min-w-0 space-y-1">
        <File row={item} />
        <p className="text-xs">
          <At row={item} />
        </p>
      </div>
      <div className="min-w-0 space-y-1 *:block">
        <Decision row={item} />
        <Exceptions row={item} named />
        <Together row={item} named />
        <Reason row={item} />
      </div>
      {isOpen ? (
        <ResultForm {...{ sampleId, item, takesFocus, onSaved, onClosed }} label={t("of", { file })} />
      ) : (
        <div className="min-w-0 space-y-2">
          <Result item={item} />
          {own && !isSigned && <p className="text-muted-foreground text-xs print:hidden">{t("own")}</p>}
          {!own && !isSigned && (
            <Button variant="outline" size="sm" className="print:hidden" autoFocus={takesFocus} onClick={onOpen}>
              <span>{t(result === null ? "enter" : "change")}</span>
              <span className="sr-only">{file}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const MARKS: Record<SampleResult, RemarkState> = { confirmed: "good", objected: "bad", undetermined: "unknown" };

function Result({ item: { result, note, reviewed_at, reviewed_by } }: Pick<RowProps, "item">) {
  const t = useTranslations("samples");
  if (result === null) return <Remark mark="open">{t("none")}</Remark>;
  return (
    <Remark mark={MARKS[result]}>
      <p className="font-medium">{t(`result.${result}`)}</p>
      {note !== null && <p className="whitespace-pre-line">{note}</p>}
      {reviewed_at && (
        <p className="text-muted-foreground text-xs">
          <ByAndAt name={reviewed_by ?? "–"} at={reviewed_at} />
        </p>
      )}
    </Remark>
  );
}

type FormProps = Pick<RowProps, "sampleId" | "item" | "takesFocus" | "onSaved" | "onClosed"> & { label: string };

function ResultForm({ sampleId, item, takesFocus, label, onSaved, onClosed }: FormProps) {
  const t = useTranslations("samples");
  const client = useQueryClient();
  const [result, setResult] = useState(item.result);
  const [shown] = useState(item.reviewed_at);
  const save = useMutation({
    mutationFn: (note: string) =>
      api("PUT /api/review/samples/{sample_id}/results/{entry_id}", {
        params: { sample_id: sampleId, entry_id: item.entry_id },
        body: { result: result ?? SAMPLE_RESULTS[0], note, replaces: item.reviewed_at },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: samplesKey }),
  });
  return (
    <Form
      aria-label={label}
      className="space-y-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(String(new FormData(event.currentTarget).get("note")), { onSuccess: onSaved });
      }}
    >
      {item.reviewed_at !== shown && <Result item={item} />}
      <RadioGroup
        aria-label={t("column.result")}
        value={result}
        onValueChange={(chosen) => setResult(SAMPLE_RESULTS.find((one) => one === chosen) ?? null)}
      >
        {SAMPLE_RESULTS.map((one, place) => (
          <FieldLabel key={one} className="font-normal">
            <RadioGroupItem
              value={one}
              required
              autoFocus={takesFocus && (result === null ? place === 0 : one === result)}
            />
            <span>{t(`result.${one}`)}</span>
          </FieldLabel>
        ))}
      </RadioGroup>
      <TextareaField
        label={t("note")}
        hint={t("noteHint")}
        name="note"
        required={result !== null && result !== "confirmed"}
        maxLength={MAX_RESULT_NOTE}
        defaultValue={item.note ?? ""}
      />
      <ActionFailure words="samples.problem" error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={save.isPending}>
          {t(save.isPending ? "saving" : "save")}
        </Button>
        <Cancel size="sm" onClick={onClosed} disabled={save.isPending} />
      </div>
    </Form>
  );
}
