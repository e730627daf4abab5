"use client";

import { Circle, CircleCheck, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { isUnderWay, ROTATION_STEPS, type Rotation } from "#lib/contract/rotation.ts";

/** The steps as a list that fills in, each with its time, and what happens if one leaves now. */
export function RotationSteps({ rotation }: { rotation: Rotation }) {
  const t = useTranslations("keys.rotation");
  const reached = new Map(rotation.steps.map(({ state, at }) => [state, at]));
  const current = ROTATION_STEPS.findLast((step) => reached.has(step)) ?? "intent";
  const underWay = isUnderWay(rotation);
  return (
    <div className="space-y-3">
      <ol aria-label={t("steps")} className="space-y-1.5">
        {ROTATION_STEPS.map((step) => {
          const at = reached.get(step);
          const active = underWay && step === current;
          return (
            <li key={step} aria-current={active ? "step" : undefined} className="flex items-start gap-2">
              <StepMark state={active ? "active" : at ? "reached" : "ahead"} />
              <span className={at ? "min-w-0 flex-1" : "min-w-0 flex-1 text-muted-foreground"}>
                {t(`step.${step}`)}
                <span className="sr-only">{at ? "" : ` (${t("ahead")})`}</span>
              </span>
              {at && <ExactInstant at={at} seconds className="shrink-0 text-muted-foreground text-xs tabular-nums" />}
            </li>
          );
        })}
      </ol>
      {underWay && (
        <p role="status" className="rounded-md bg-muted px-3 py-2 text-xs">
          <span className="sr-only">{t("now", { step: t(`step.${current}`) })} </span>
          {t(`closing.${current}`)}
        </p>
      )}
    </div>
  );
}

function StepMark({ state }: { state: "reached" | "active" | "ahead" }) {
  if (state === "reached") return <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />;
  if (state === "ahead") return <Circle aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />;
  return (
    <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin text-primary motion-reduce:animate-none" />
  );
}
