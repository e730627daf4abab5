"use client";

import { useTranslations } from "next-intl";
import { isUnderWay, ROTATION_STEPS, type Rotation } from "#lib/contract/keys/keys.ts";
import { StepList } from "./step-list.tsx";

/** The steps of a rotation, and what happens if one leaves now; of one that has ended, those that it took. */
export function RotationSteps({ rotation }: { rotation: Rotation }) {
  const t = useTranslations("keys.rotation");
  const reached = new Map(rotation.steps.map(({ state, at }) => [state, at]));
  const current = ROTATION_STEPS.findLast((step) => reached.has(step)) ?? "intent";
  const underWay = isUnderWay(rotation);
  const shown = underWay
    ? ROTATION_STEPS
    : ([...ROTATION_STEPS, "abandoned"] as const).filter((step) => reached.has(step));
  return (
    <div className="space-y-3">
      <StepList
        label={t("steps")}
        moving
        steps={shown.map((step) => ({
          id: step,
          words: t(`step.${step}`),
          at: reached.get(step) ?? null,
          active: underWay && step === current,
        }))}
      />
      {underWay && (
        <p role="status" className="rounded-md bg-muted px-3 py-2 text-xs">
          <span className="sr-only">{t("now", { step: t(`step.${current}`) })} </span>
          {t(`closing.${current}`)}
        </p>
      )}
    </div>
  );
}
