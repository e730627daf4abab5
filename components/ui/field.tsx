import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { part } from "@/components/ui/part";

export const FieldSet = part("fieldset", "field-set", "flex min-w-0 flex-col gap-4");
export const FieldLegend = part("legend", "field-legend", "mb-2 font-medium text-sm");

const fieldVariants = cva("group/field flex w-full min-w-0 data-[invalid=true]:text-destructive", {
  variants: {
    orientation: {
      vertical: "flex-col gap-1.5",
      horizontal: "flex-row items-center gap-2",
    },
  },
  defaultVariants: { orientation: "vertical" },
});

type FieldProps = ComponentProps<"div"> & VariantProps<typeof fieldVariants>;

export function Field({ className, orientation = "vertical", ...rest }: FieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and a field has a label.
    <div
      role="group"
      data-slot="field"
      data-orientation={orientation}
      className={cn(fieldVariants({ orientation }), className)}
      {...rest}
    />
  );
}

/** The part beside a checkbox, radio or switch. */
export const FieldContent = part("div", "field-content", "flex min-w-0 flex-1 flex-col gap-0.5");
export const FieldLabel = part(Label, "field-label", "w-fit text-foreground");
export const FieldTitle = part("div", "field-title", "font-medium text-sm");
export const FieldDescription = part("p", "field-description", "text-muted-foreground text-xs");

/** Renders nothing without an error. */
export function FieldError({ className, children, ...rest }: ComponentProps<"p">) {
  if (children === undefined || children === null || children === false || children === "") return null;
  return (
    <p data-slot="field-error" className={cn("text-destructive text-xs", className)} {...rest}>
      {children}
    </p>
  );
}
