import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

const MARKS = {
  good: [CircleCheck, "text-done"],
  bad: [CircleX, "text-failed"],
  warning: [TriangleAlert, "text-medium"],
  unknown: [CircleHelp, "text-muted-foreground"],
  open: [CircleDashed, "text-muted-foreground"],
} as const satisfies Record<string, readonly [LucideIcon, string]>;

export type Mark = keyof typeof MARKS;

type Props = {
  /** A state, or an icon in the colour of the text. */
  mark: Mark | LucideIcon;
  className?: string;
  children: ReactNode;
};

/** Text beside the icon of a state; the icon has the size of the text. */
export function Remark({ mark, className, children }: Props) {
  const [Icon, tone] = typeof mark === "string" ? MARKS[mark] : [mark, ""];
  return (
    <div className={cn("flex items-start gap-2", className)}>
      <Icon aria-hidden className={cn("h-lh w-[1.15em] shrink-0", tone)} />
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
    </div>
  );
}
