"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { keyed } from "#components/verification/view/keyed.ts";
import { type LabelStep, labelSteps } from "#components/verification/view/label-history.ts";
import type { LabelHistoryEntry } from "#lib/contract/verifications/verification.ts";

/** What happened to a label, oldest first. */
export function LabelHistory({ entries }: { entries: LabelHistoryEntry[] }) {
  const t = useTranslations("verification.labels");
  const steps = labelSteps(entries);
  return (
    <details className="mt-1 text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("history", { count: steps.length })}</summary>
      <ol className="mt-1.5 space-y-1">
        {keyed(steps, (step) => [step.at, step.kind, step.comment]).map(({ key, item }) => (
          <Step key={key} step={item} />
        ))}
      </ol>
    </details>
  );
}

function Step({ step }: { step: LabelStep }) {
  const t = useTranslations("verification.labels");
  const comment = (text: string | null) => (text === null ? t("noComment") : t("quoted", { text }));
  return (
    <li className="wrap-anywhere flex flex-wrap gap-x-2">
      <ExactInstant at={step.at} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
      <span className="min-w-0 whitespace-pre-line">
        {t(`step.${step.kind}`)}
        {step.kind === "commentChanged"
          ? t("changed", { before: comment(step.before), after: comment(step.comment) })
          : step.comment !== null && <> · {comment(step.comment)}</>}
      </span>
    </li>
  );
}
