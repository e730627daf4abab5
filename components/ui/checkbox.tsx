import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** HTML has no `readonly` for checkboxes. */
type Props = Omit<ComponentProps<"input">, "type" | "readOnly"> & { onCheckedChange?: (checked: boolean) => void };

export function Checkbox({ className, onCheckedChange, onChange, ...rest }: Props) {
  return (
    <input
      type="checkbox"
      data-slot="checkbox"
      onChange={(event) => {
        onChange?.(event);
        onCheckedChange?.(event.target.checked);
      }}
      className={cn("size-4 shrink-0 accent-primary disabled:opacity-55", className)}
      {...rest}
    />
  );
}
