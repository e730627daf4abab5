import { Circle, CircleCheck, CircleDot, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/page/time.tsx";

type Step = { id: string; words: string; at: string | null; active: boolean };

/** Steps as a list that fills in, each with its time; `moving` where the active one goes on by itself. */
export function StepList({
  label,
  steps,
  moving = false,
}: {
  label: string;
  steps: readonly Step[];
  moving?: boolean;
}) {
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

const MARKS = {
  reached: [CircleCheck, "text-done"],
  ahead: [Circle, "text-muted-foreground"],
  next: [CircleDot, "text-primary"],
  moving: [LoaderCircle, "animate-spin text-primary motion-reduce:animate-none"],
} as const;

function StepMark({ state }: { state: keyof typeof MARKS }) {
  const [Mark, tone] = MARKS[state];
  return <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />;
}
