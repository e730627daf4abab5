"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FactLine } from "#components/page/fact.tsx";
import type { NewLetter } from "#lib/browser/letters.ts";

type Props = {
  letter: NewLetter;
  /** Where answers go. */
  replyTo: string;
  children: ReactNode;
};

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** A letter as it will arrive. */
export function LetterPreview({ letter: { to, subject, text }, replyTo, children }: Props) {
  const t = useTranslations("letters");
  return (
    // The button that opened it is gone.
    <div ref={takeFocus} tabIndex={-1} className="space-y-3 outline-none">
      <h3 className="font-medium text-sm">{t("previewTitle")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <FactLine name={t("to")}>{to}</FactLine>
        <FactLine name={t("replyTo")}>{replyTo}</FactLine>
        <FactLine name={t("subject")}>{subject}</FactLine>
      </dl>
      <p className="wrap-anywhere whitespace-pre-wrap rounded-md bg-muted px-3 py-2 text-sm">{text}</p>
      {children}
    </div>
  );
}
