import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";

/** A group of controls with its legend. */
export function FieldSet({ className, ...rest }: ComponentProps<"fieldset">) {
  return <fieldset data-slot="field-set" className={cn("flex min-w-0 flex-col gap-4", className)} {...rest} />;
}

export function FieldLegend({ className, ...rest }: ComponentProps<"legend">) {
  return <legend data-slot="field-legend" className={cn("mb-2 font-medium text-sm", className)} {...rest} />;
}

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

/** A control with its label, description and error. */
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
export function FieldContent({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="field-content" className={cn("flex min-w-0 flex-1 flex-col gap-0.5", className)} {...rest} />;
}

export function FieldLabel({ className, ...rest }: ComponentProps<typeof Label>) {
  return <Label data-slot="field-label" className={cn("w-fit text-foreground", className)} {...rest} />;
}

export function FieldTitle({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="field-title" className={cn("font-medium text-sm", className)} {...rest} />;
}

export function FieldDescription({ className, ...rest }: ComponentProps<"p">) {
  return <p data-slot="field-description" className={cn("text-muted-foreground text-xs", className)} {...rest} />;
}

/** Renders nothing without an error. */
export function FieldError({ className, children, ...rest }: ComponentProps<"p">) {
  if (children === undefined || children === null || children === false || children === "") return null;
  return (
    <p data-slot="field-error" className={cn("text-destructive text-xs", className)} {...rest}>
      {children}
    </p>
  );
}
