import { useTranslations } from "next-intl";
import { StepMark } from "#components/kit/step-mark.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import type { Rotation, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { FLOW_STEPS, isUnderWay, statesOf } from "#lib/core/contract/provisioning/flow.ts";

/** The steps of a rotation, with the effect of leaving the page now; for an ended rotation, its past steps. */
export function RotationSteps({ rotation }: { rotation: Rotation }) {
  const t = useTranslations("keys.rotation");
  const reached = new Map(rotation.steps.map(({ state, at }) => [state, at]));
  const current = FLOW_STEPS.own_key.findLast((step) => reached.has(step)) ?? "intent";
  const underWay = isUnderWay(rotation);
  const shown = underWay ? FLOW_STEPS.own_key : statesOf("own_key").filter((step) => reached.has(step));
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
          <span className="sr-only">{`${t("now", { step: t(`step.${current}`) })} `}</span>
          <span>{t(`closing.${current}`)}</span>
        </p>
      )}
    </div>
  );
}

export function ElsewhereSteps({ rotation }: { rotation: RotationElsewhere }) {
  const t = useTranslations("keys.elsewhere.step");
  const open = isUnderWay(rotation);
  const steps = [
    { id: "created", at: rotation.created_at },
    { id: "stored", at: rotation.stored_at },
    { id: "switched", at: rotation.switched_at },
    { id: rotation.state === "cancelled" ? "cancelled" : "done", at: rotation.ended_at },
  ] as const;
  const next = open ? steps.findIndex(({ id, at }) => at === null && !(id === "stored" && rotation.switched_at)) : -1;
  return (
    <StepList
      label={t("title", { name: rotation.old_name })}
      steps={steps
        .filter(({ at }) => open || at !== null)
        .map(({ id, at }, index) => ({ id, words: t(id), at, active: index === next }))}
    />
  );
}

type ListedStep = { id: string; words: string; at: string | null; active: boolean };

/** Steps with the times at which they were reached; `moving` if the active step continues by itself. */
function StepList({ label, steps, moving = false }: { label: string; steps: readonly ListedStep[]; moving?: boolean }) {
  const t = useTranslations("keys.rotation");
  return (
    <ol aria-label={label} className="space-y-1.5 text-sm">
      {steps.map(({ id, words, at, active }) => (
        <li key={id} aria-current={active ? "step" : undefined} className="flex items-start gap-2">
          <StepMark state={active ? (moving ? "moving" : "next") : at ? "reached" : "ahead"} />
          <span className={at || active ? "min-w-0 flex-1" : "min-w-0 flex-1 text-muted-foreground"}>
            {words}
            <span className="sr-only">{at ? "" : ` (${t("ahead")})`}</span>
          </span>
          {at && <ExactInstant at={at} seconds className="shrink-0 text-muted-foreground text-xs tabular-nums" />}
        </li>
      ))}
    </ol>
  );
}
