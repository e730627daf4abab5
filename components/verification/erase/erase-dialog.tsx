"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { TypedConfirmation } from "#components/ui/typed-confirmation.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { erasedKeys } from "#lib/browser/query-keys.ts";
import { erasedKey, eraseVerification, verificationOptions } from "#lib/browser/verifications.ts";

type Props = { verificationId: string; email: string; onClosed: () => void };

/** Erases a file here once its tag, or its id where it has none, has been typed; says what goes and what stays. */
export function EraseDialog({ verificationId, email, onClosed }: Props) {
  const t = useTranslations("privacy.erase");
  const client = useQueryClient();
  const { data } = useQuery({ ...verificationOptions(verificationId), enabled: false });
  const tag = data?.verification.tag ?? null;
  const name = tag ?? verificationId;
  const { run, isPending, error, stepUp } = useSecretChange(eraseVerification, {
    email,
    onSuccess: (went) => {
      client.setQueryData(erasedKey(verificationId), went);
      onClosed();
      const news = { verification_id: verificationId, kinds: ["erased" as const] };
      for (const queryKey of erasedKeys([news])) void client.resetQueries({ queryKey });
    },
  });
  return (
    <Dialog
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
          onConfirmed={() => run(verificationId)}
          onCancelled={onClosed}
        >
          <Failure says={error && t(`trouble.${troubleOf(error)}`)} />
        </TypedConfirmation>
      </div>
      {stepUp}
    </Dialog>
  );
}

const TOLD = ["NOT_FOUND", "ERASED", "FORBIDDEN", "DATABASE_UNAVAILABLE", "OFFLINE", "TOO_MANY_REQUESTS"] as const;

const troubleOf = (error: Error): (typeof TOLD)[number] | "other" =>
  TOLD.find((code) => error instanceof ApiError && error.code === code) ?? "other";
