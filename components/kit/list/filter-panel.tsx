import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LazyPopover } from "#components/kit/lazy-popup.tsx";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type Props = {
  label: string;
  count: number;
  /** `count` in the narrow list, if it differs. */
  narrowCount?: number;
  className?: string;
  panelClassName?: string;
  children: ReactNode;
};

/** A button of the filter bar with its popover, which stays open while values are chosen. */
export function FilterPanel({ label, count, narrowCount = count, className, panelClassName, children }: Props) {
  return (
    <LazyPopover
      trigger={
        <Button
          variant="outline"
          size="sm"
          className={cn("icon-after icon-chevron after:text-muted-foreground @2xl:px-2.5", className)}
        >
          {label}
          <Chosen count={count} className={narrowCount === count ? "" : "hidden @[72rem]:inline"} />
          {narrowCount !== count && <Chosen count={narrowCount} className="@[72rem]:hidden" />}
        </Button>
      }
    >
      {({ PopoverContent }) => <PopoverContent className={panelClassName}>{children}</PopoverContent>}
    </LazyPopover>
  );
}

function Chosen({ count, className }: { count: number; className: string }) {
  const t = useTranslations("list.choices");
  if (count === 0) return null;
  return (
    <span className={cn("rounded bg-accent px-1 text-xs tabular-nums", className)}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t("chosen", { count })}</span>
    </span>
  );
}
