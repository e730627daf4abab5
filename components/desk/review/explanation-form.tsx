import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Failure } from "#components/kit/message.tsx";
import { isSaving, SaveWaits } from "#components/kit/save-waits.tsx";
import { TextareaField } from "#components/kit/text-field.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { FindingExplanation } from "#lib/core/contract/verifications/review.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import { LONGEST_EXPLANATION } from "#lib/desk/contract/review/explanations.ts";
import { api } from "#lib/platform/browser/api.ts";
import { SAVED_LATER } from "#lib/platform/browser/query-client.ts";
import { Button } from "@/components/ui/button";

type Props = {
  verificationId: string;
  finding: Finding;
  explanation: FindingExplanation | null;
  onSaved?: (text: string | null) => void;
  onLeft: () => void;
};

/** A form that explains why a finding does not matter. Not a `form` element, since it may be inside a dialog's form. */
export function ExplanationForm({ verificationId, finding, explanation, onSaved, onLeft }: Props) {
  const t = useTranslations("review-actions.explain");
  const problem = useErrorWords("review-file.problem");
  const client = useQueryClient();
  // The explanation that was shown when editing began: if another officer has changed it since, it is not overwritten.
  const [replaced] = useState(explanation);
  const [text, setText] = useState(explanation?.text ?? "");
  const { severity, missing_field, message } = finding;
  const save = useMutation({
    ...SAVED_LATER,
    mutationFn: (words: string | null) =>
      api("PUT /api/verifications/{verification_id}/explanations", {
        params: { verification_id: verificationId },
        body: { severity, missing_field, message, text: words, replaces: replaced?.at ?? null },
      }),
    onSuccess: async (_, words) => {
      await client.invalidateQueries({ queryKey: verificationKeys.detail(verificationId) });
      onSaved?.(words);
      onLeft();
    },
    onError: () => client.invalidateQueries({ queryKey: verificationKeys.detail(verificationId) }),
  });
  const words = text.trim();
  const send = (given: string | null) => {
    if (!save.isPending && given !== "") save.mutate(given);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Otherwise Ctrl+Enter would submit the surrounding dialog.
    event.stopPropagation();
    send(words);
  };
  return (
    <fieldset className="min-w-0 space-y-2 print:hidden" onKeyDown={onKeyDown}>
      <TextareaField
        label={t("label")}
        hint={t("hint")}
        autoFocus
        value={text}
        rows={2}
        maxLength={LONGEST_EXPLANATION}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <SaveWaits save={save} />
      <Failure says={save.error && problem(save.error)} />
      <div className="flex flex-wrap gap-2">
        <Button size="xs" aria-disabled={words === "" || save.isPending} onClick={() => send(words)}>
          {t(isSaving(save) ? "saving" : "save")}
        </Button>
        {replaced && (
          <Button variant="outline" size="xs" aria-disabled={save.isPending} onClick={() => send(null)}>
            {t("remove")}
          </Button>
        )}
        <Button variant="ghost" size="xs" onClick={onLeft}>
          {t("leave")}
        </Button>
      </div>
    </fieldset>
  );
}
