import { Circle, CircleCheck, CircleDot, LoaderCircle } from "lucide-react";

const STEP_ICONS = {
  reached: [CircleCheck, "text-done"],
  ahead: [Circle, "text-muted-foreground"],
  next: [CircleDot, "text-primary"],
  moving: [LoaderCircle, "animate-spin text-primary motion-reduce:animate-none"],
} as const;

/** The icon of a step: `next` waits for the user, `moving` continues by itself. */
export function StepMark({ state }: { state: keyof typeof STEP_ICONS }) {
  const [Mark, tone] = STEP_ICONS[state];
  return <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />;
}
