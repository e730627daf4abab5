"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TypedConfirmation } from "#components/ui/typed-confirmation.tsx";

type Props = {
  address: string;
  pending: boolean;
  submit: string;
  onConfirmed: () => void;
  onCancelled: () => void;
  children?: ReactNode;
};

/** Goes on only with the address typed as it stands there. */
export function TypedAddress({ address, pending, submit, ...rest }: Props) {
  const t = useTranslations("webhooks.delete");
  return (
    <div className="space-y-4">
      <div className="space-y-1.5">
        <p className="text-sm">{t("toConfirm")}</p>
        <code className="wrap-anywhere block rounded-md bg-muted px-2.5 py-1.5 font-mono text-xs">{address}</code>
      </div>
      <TypedConfirmation
        {...rest}
        text={address}
        words={{
          field: t("type"),
          differs: t("differs"),
          cancel: t("cancel"),
          submit: pending ? t("deleting") : submit,
        }}
        busy={pending}
        mono
      />
    </div>
  );
}
