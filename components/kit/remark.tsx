import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

const MARK_ICONS = {
  good: [CircleCheck, "text-done"],
  bad: [CircleX, "text-failed"],
  warning: [TriangleAlert, "text-medium"],
  unknown: [CircleHelp, "text-muted-foreground"],
  open: [CircleDashed, "text-muted-foreground"],
} as const satisfies Record<string, readonly [LucideIcon, string]>;

export type RemarkState = keyof typeof MARK_ICONS;

type Props = {
  /** A state, or an icon in the colour of the text. */
  mark: RemarkState | LucideIcon;
  className?: string;
  children: ReactNode;
};

/** Text beside an icon of the text's size. */
export function Remark({ mark, className, children }: Props) {
  const [Icon, tone] = typeof mark === "string" ? MARK_ICONS[mark] : [mark, ""];
  return (
    <div className={cn("flex items-start gap-2", className)}>
      <Icon aria-hidden className={cn("h-lh w-[1.15em] shrink-0", tone)} />
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
    </div>
  );
}
