import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextareaField } from "#components/kit/text-field.tsx";
import { api } from "#lib/platform/browser/api.ts";
import { arcoKeys } from "#lib/records/browser/arco.ts";
import { ARCO_OUTCOMES, type ArcoDetail, type ArcoOutcome, MAX_ARCO_TEXT } from "#lib/records/contract/privacy/arco.ts";

export type StepAction = "extend" | "answer" | "execute" | "note" | "identify";

type Props = { request: Pick<ArcoDetail, "request_id" | "kind">; action: StepAction; onClosed: () => void };

/** The form of a step, with its note; an answer also has an outcome. */
export function StepDialog({ request: { request_id, kind }, action, onClosed }: Props) {
  const t = useTranslations("arco");
  const [outcome, setOutcome] = useState<ArcoOutcome>(ARCO_OUTCOMES[0]);
  const send = (form: FormData) => {
    const text = String(form.get("text")).trim();
    const body = action === "answer" ? { action, outcome, text } : { action, text };
    return api("PATCH /api/privacy/requests/{request_id}", { params: { request_id }, body });
  };
  return (
    <ChangeDialog
      of={`arco.${action}`}
      act={send}
      changes={[arcoKeys.all]}
      onClosed={onClosed}
      failure={{ words: "arco.problem" }}
    >
      {action === "answer" && (
        <SelectField
          label={t("detail.outcome")}
          values={ARCO_OUTCOMES}
          nameOf={(each) => t(`outcome.${each}`)}
          value={outcome}
          onChange={setOutcome}
        />
      )}
      <TextareaField
        label={t(`${action}.text`)}
        hint={
          action === "answer"
            ? t(kind === "cancellation" ? "answer.cancellationHint" : "answer.textHint")
            : action === "identify"
              ? t("identify.hint")
              : undefined
        }
        name="text"
        required
        rows={4}
        maxLength={MAX_ARCO_TEXT}
      />
    </ChangeDialog>
  );
}
