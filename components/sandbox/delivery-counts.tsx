import { CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { CircleDashed } from "#components/ui/circle-dashed.tsx";
import type { SandboxPlay } from "#lib/contract/sandbox/sandbox.ts";

const STATES = [
  ["delivered", CircleCheck, "text-done"],
  ["pending", CircleDashed, "text-waiting"],
  ["failed", CircleX, "text-failed"],
] as const satisfies readonly (readonly [keyof SandboxPlay["deliveries"], LucideIcon, string])[];

/** What became of the deliveries of a verification, each state as icon, number and word; none that is not there. */
export function DeliveryCounts({ deliveries }: { deliveries: SandboxPlay["deliveries"] }) {
  const t = useTranslations("sandbox.played");
  return STATES.filter(([state]) => deliveries[state] > 0 || state === "delivered").map(([state, Icon, tone]) => (
    <span key={state} className="inline-flex items-center gap-1 tabular-nums">
      <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} />
      {t(state, { count: deliveries[state] })}
    </span>
  ));
}
