"use client";

import { Circle, CircleCheck, CircleDot, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExactInstant } from "#components/time/instant.tsx";
import type { Replacement, ReplacementState } from "#lib/contract/webhooks/webhooks.ts";

const STEPS = ["twinned", "stored", "switched", "done"] as const;
/** The dashboard stores its secret in the moment in which the twin is made. */
const OWN_STEPS = ["stored", "switched", "done"] as const;

type Props = {
  /** Null before it is begun. */
  replacement: Replacement | null;
  own: boolean;
  /** What is to be done now, below the step that it belongs to. */
  children: ReactNode;
};

/** The steps as a list that fills in, each with its time; the one that is next holds what there is to do. */
export function ReplacementSteps({ replacement, own, children }: Props) {
  const t = useTranslations("webhooks.replace");
  const steps = own ? OWN_STEPS : STEPS;
  const reached = new Map(replacement?.steps.map(({ state, at }) => [state, at]));
  const next = steps.find((step) => !reached.has(step));
  const givenUp = replacement?.state === "given_up";
  return (
    <ol aria-label={t("steps")} className="divide-y divide-border rounded-lg border border-border bg-card">
      {steps.map((step, index) => {
        const at = reached.get(step);
        const active = step === next && !givenUp;
        return (
          <li key={step} aria-current={active ? "step" : undefined} className="flex gap-3 p-4">
            <Mark reached={at !== undefined} active={active} />
            <div className="min-w-0 flex-1 space-y-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className={at || active ? "font-medium text-sm" : "text-muted-foreground text-sm"}>
                  {t("nth", { number: index + 1 })} {t(`step.${wordsOf(step, own)}.title`)}
                </h2>
                {at && <ExactInstant at={at} seconds className="text-muted-foreground text-xs tabular-nums" />}
              </div>
              {active && (
                <>
                  <p className="text-muted-foreground text-sm">{t(`step.${wordsOf(step, own)}.about`)}</p>
                  {children}
                </>
              )}
            </div>
          </li>
        );
      })}
      {givenUp && (
        <li className="flex gap-3 p-4">
          <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <div className="min-w-0 flex-1 space-y-3">
            <p className="text-sm">{t("givenUp")}</p>
            {children}
          </div>
        </li>
      )}
      {next === undefined && !givenUp && (
        <li className="space-y-3 p-4">
          <p className="text-sm">{t(own ? "doneOwn" : "done")}</p>
          {children}
        </li>
      )}
    </ol>
  );
}

const wordsOf = (step: Exclude<ReplacementState, "begun" | "given_up">, own: boolean) =>
  own ? (`own_${step}` as "own_stored") : step;

function Mark({ reached, active }: { reached: boolean; active: boolean }) {
  const t = useTranslations("webhooks.replace.mark");
  const [Icon, tone, name] = reached
    ? ([CircleCheck, "text-done", "reached"] as const)
    : active
      ? ([CircleDot, "text-primary", "now"] as const)
      : ([Circle, "text-muted-foreground", "ahead"] as const);
  return (
    <span className={`mt-0.5 ${tone}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t(name)}</span>
    </span>
  );
}
