import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = Omit<ComponentProps<"input">, "type"> & { onCheckedChange?: (checked: boolean) => void };

/** A setting that is on or off, and changes at once. */
export function Switch({ className, onCheckedChange, onChange, ...rest }: Props) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state.
      role="switch"
      data-slot="switch"
      onChange={(event) => {
        onChange?.(event);
        onCheckedChange?.(event.target.checked);
      }}
      className={cn(
        "relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-input bg-muted transition-colors duration-100 after:absolute after:inset-y-0.5 after:left-0.5 after:aspect-square after:rounded-full after:bg-foreground after:transition-transform after:duration-100 checked:border-primary checked:bg-primary checked:after:translate-x-4 checked:after:bg-primary-foreground forced-colors:after:bg-[CanvasText] forced-colors:checked:bg-[Highlight] forced-colors:checked:after:bg-[HighlightText] disabled:opacity-55",
        className,
      )}
      {...rest}
    />
  );
}
