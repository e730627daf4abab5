"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { DraftNote, useDraft } from "#components/page/draft.tsx";
import { Failure } from "#components/page/message.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { TypedConfirmation } from "#components/page/typed-confirmation.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { erasedKeys } from "#lib/browser/query-keys.ts";
import { erasedKey, eraseVerification, verificationOptions } from "#lib/browser/verifications.ts";
import { LONGEST_WORDS } from "#lib/contract/verifications/review.ts";

type Props = { verificationId: string; email: string; onClosed: () => void };

/** Erases a file here once its tag, or its id where it has none, has been typed; says what goes and what stays. */
export function EraseDialog({ verificationId, email, onClosed }: Props) {
  const t = useTranslations("privacy.erase");
  const problem = useErrorWords("privacy.erase.trouble");
  const client = useQueryClient();
  const { data } = useQuery({ ...verificationOptions(verificationId), enabled: false });
  const tag = data?.verification.tag ?? null;
  const name = tag ?? verificationId;
  // Only what has a review may have been decided on.
  const reviewed = (data?.review?.state ?? null) !== null;
  const draft = useDraft(verificationId, "erase");
  const { run, isPending, error, stepUp } = useSecretChange(eraseVerification, {
    email,
    onSuccess: (went) => {
      draft.discard();
      client.setQueryData(erasedKey(verificationId), went);
      onClosed();
      const message = { verification_id: verificationId, kinds: ["erased" as const] };
      for (const queryKey of erasedKeys([message])) void client.resetQueries({ queryKey });
    },
  });
  return (
    <ActionDialog
      title={t("title", { name })}
      about={
        <div className="space-y-2">
          {(["goes", "stays", "service"] as const).map((part) => (
            <p key={part}>{t(part)}</p>
          ))}
        </div>
      }
      busy={isPending}
      onClosed={onClosed}
    >
      <div className="space-y-4">
        <div className="space-y-1.5">
          <p className="text-sm">{t("toConfirm")}</p>
          <code className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">{name}</code>
        </div>
        <TypedConfirmation
          text={name}
          words={{
            field: t("field", { kind: tag === null ? "id" : "tag" }),
            differs: t("differs"),
            cancel: t("cancel"),
            submit: t(isPending ? "erasing" : "submit"),
          }}
          busy={isPending}
          mono
          onConfirmed={() => run({ verification_id: verificationId, reason: draft.text.trim() })}
          onCancelled={onClosed}
        >
          {reviewed && (
            <>
              <TextField
                label={t("reason")}
                hint={t("reasonHint")}
                value={draft.text}
                maxLength={LONGEST_WORDS}
                onChange={(event) => draft.change({ text: event.target.value })}
              />
              <DraftNote draft={draft} />
            </>
          )}
          <Failure says={error && problem(error)} />
        </TypedConfirmation>
      </div>
      {stepUp}
    </ActionDialog>
  );
}
