import { CircleCheck, CircleDashed, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DeliveryState } from "#lib/core/contract/deliveries/delivery.ts";

const STATE_ICONS: Record<DeliveryState, { icon: LucideIcon; tone: string }> = {
  pending: { icon: CircleDashed, tone: "text-waiting" },
  applied: { icon: CircleCheck, tone: "text-done" },
  unrecognized: { icon: CircleQuestionMark, tone: "text-medium" },
  failed: { icon: CircleX, tone: "text-failed" },
};

export function OutcomeMark({ state }: { state: DeliveryState }) {
  const t = useTranslations("deliveries.state");
  const { icon: Icon, tone } = STATE_ICONS[state];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span>{t(state)}</span>
    </span>
  );
}
