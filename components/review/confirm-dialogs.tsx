"use client";

import { useTranslations } from "next-intl";
import { type DialogStep, StepDialog } from "./step-dialog.tsx";

type Props = { step: DialogStep; onSubmit: () => void; onClosed: () => void };

/** These dialogs confirm a shortcut whose button acts at once, so they are bound to no version. */
const KEY_ONLY = { news: null, over: false };

export function TakeDialog(props: Props) {
  const t = useTranslations("review-actions.take");
  return <StepDialog {...KEY_ONLY} {...props} title={t("title")} about={t("about")} submit={t("submit")} />;
}

export function UndoDialog({ said, ...props }: Props & { said: string }) {
  const t = useTranslations("review-actions.undo");
  return (
    <StepDialog {...KEY_ONLY} {...props} title={t("title")} about={`${said} ${t("about")}`} submit={t("submit")} />
  );
}
