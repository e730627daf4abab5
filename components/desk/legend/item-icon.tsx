import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import { CircleDashed } from "#components/kit/circle-dashed.tsx";
import type { ItemProblem } from "#lib/core/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";

export type ItemState = ItemProblem | "open" | "done";

export const ITEM_STATES: Record<ItemState, { icon: LucideIcon; tone: string }> = {
  failed: { icon: CircleX, tone: "text-failed" },
  unclassified: { icon: CircleQuestionMark, tone: "text-medium" },
  open: { icon: CircleDashed, tone: "text-waiting" },
  done: { icon: CircleCheck, tone: "text-done" },
};

export function ItemIcon({ state, className }: { state: ItemState; className: string }) {
  const { icon: Icon, tone } = ITEM_STATES[state];
  return <Icon aria-hidden className={cn("size-4", tone, className)} />;
}
