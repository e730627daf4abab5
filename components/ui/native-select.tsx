import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { part } from "@/components/ui/part";

type Props = Omit<ComponentProps<"select">, "size"> & { size?: "sm" | "default" };

/** A native select: typing finds an option, and phones show their own picker. `className` applies to the select. */
export function NativeSelect({ className, size = "default", ...rest }: Props) {
  return (
    <div data-slot="native-select-wrapper" className="relative w-fit min-w-0 has-[select.w-full]:w-full">
      <select
        data-slot="native-select"
        data-size={size}
        className={cn(
          "h-9 max-w-full appearance-none truncate rounded-md border border-input bg-card pr-8 pl-2.5 text-sm disabled:opacity-55 aria-invalid:border-destructive data-[size=sm]:h-8 data-[size=sm]:text-[0.8125rem]",
          className,
        )}
        {...rest}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted-foreground"
      />
    </div>
  );
}

export const NativeSelectOption = part("option", "native-select-option", "bg-popover");
export const NativeSelectOptGroup = part("optgroup", "native-select-optgroup", "bg-popover");
