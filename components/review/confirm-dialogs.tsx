"use client";

import { useTranslations } from "next-intl";
import type { StepName } from "./last-step.ts";
import { type DialogStep, StepDialog } from "./step-dialog.tsx";

type Props = { step: DialogStep; onSubmit: () => void; onClosed: () => void };

/** Dialogs of keys whose button acts at once are bound to no version. */
const KEY_ONLY = { news: null, over: false };

export function TakeDialog(props: Props) {
  const t = useTranslations("review-actions.take");
  return <StepDialog {...KEY_ONLY} {...props} title={t("title")} about={t("about")} submit={t("submit")} />;
}

export function UndoDialog({ last, ...props }: Props & { last: { name: string; step: StepName } }) {
  const t = useTranslations("review-actions.undo");
  const done = useTranslations("review-file.undo.done");
  const about = `${done(last.step, { name: last.name })} ${t("about")}`;
  return <StepDialog {...KEY_ONLY} {...props} title={t("title")} about={about} submit={t("submit")} />;
}
