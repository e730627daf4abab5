import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import { CircleDashed } from "#components/page/circle-dashed.tsx";
import type { ItemProblem, VerificationItem } from "#lib/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";

export type ItemState = ItemProblem | "open" | "done";

export const STATES: Record<ItemState, { icon: LucideIcon; tone: string }> = {
  failed: { icon: CircleX, tone: "text-failed" },
  unclassified: { icon: CircleQuestionMark, tone: "text-medium" },
  open: { icon: CircleDashed, tone: "text-waiting" },
  done: { icon: CircleCheck, tone: "text-done" },
};

export function StateIcon({ state, className }: { state: ItemState; className: string }) {
  const { icon: Icon, tone } = STATES[state];
  return <Icon aria-hidden className={cn("size-4", tone, className)} />;
}

/** From the most to the least urgent. */
const URGENCY: readonly ItemState[] = ["failed", "unclassified", "open", "done"];

/** An item can complete with an error (interface, Event list). */
const itemState = (item: VerificationItem): ItemState => item.problem ?? (item.completed_at === null ? "open" : "done");

/** The items with their states, most urgent first; within a state, by id. */
export function itemsByUrgency(items: readonly VerificationItem[]): { item: VerificationItem; state: ItemState }[] {
  return items
    .map((item) => ({ item, state: itemState(item) }))
    .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || a.item.item_id - b.item.item_id);
}
