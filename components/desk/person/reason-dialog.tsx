import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { Form } from "#components/kit/form.tsx";
import { Failure } from "#components/kit/message.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextareaField } from "#components/kit/text-field.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import type { OpeningReasonInput } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import { MAX_REASON_WORDS, OPENING_REASONS, type OpeningReason } from "#lib/core/contract/need-to-know/policy.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

type Props = {
  verificationId: string;
  personId: number;
  /** Called when the reason is recorded: the data may now be requested. */
  onGiven: () => void;
  onClosed: () => void;
};

export function ReasonDialog({ verificationId, personId, onGiven, onClosed }: Props) {
  const t = useTranslations("people.reason");
  const problem = useErrorWords("people.reason.problem");
  const [reason, setReason] = useState<OpeningReason>(OPENING_REASONS[0]);
  const [words, setWords] = useState("");
  const give = useMutation({
    mutationFn: (body: OpeningReasonInput) =>
      api("POST /api/verifications/{verification_id}/people/{people_id}/opening", {
        params: { verification_id: verificationId, people_id: personId },
        body,
      }),
    onSuccess: onGiven,
  });
  const inWords = reason === "words";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (give.isPending) return;
    give.mutate(inWords ? { reason, words: words.trim() } : { reason });
  };
  return (
    <ActionDialog title={t("title")} about={t("about")} busy={give.isPending} onClosed={onClosed}>
      <Form onSubmit={submit} className="space-y-4">
        <SelectField
          label={t("label")}
          values={OPENING_REASONS}
          nameOf={(one) => t(`code.${one}`)}
          value={reason}
          onChange={setReason}
        />
        {inWords && (
          <TextareaField
            label={t("words")}
            hint={t("wordsHint")}
            value={words}
            required
            minLength={3}
            maxLength={MAX_REASON_WORDS}
            rows={2}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
        <Failure says={give.error && problem(give.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          <Cancel onClick={onClosed} disabled={give.isPending} />
          <Button type="submit" aria-disabled={give.isPending}>
            {t("open")}
          </Button>
        </div>
      </Form>
    </ActionDialog>
  );
}
