import { cn } from "@/components/ui/cn";
import { FieldLabel, FieldLegend } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

type Props<Value extends string> = {
  /** For screen readers. */
  label: string;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A choice between a few values side by side, as radio buttons: the arrow keys move between them. */
export const Segments = <Value extends string>({ label, values, nameOf, value, onChange, className }: Props<Value>) => (
  <RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)} className={cn("block", className)}>
    <FieldLegend className="sr-only">{label}</FieldLegend>
    <div className="grid auto-cols-fr grid-flow-col rounded-md border border-border bg-muted p-0.5">
      {values.map((option) => (
        <FieldLabel
          key={option}
          className="min-h-7 w-auto cursor-pointer select-none justify-center rounded px-2 text-center font-normal text-[0.8125rem] text-muted-foreground leading-tight hover:text-foreground has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
        >
          <RadioGroupItem value={option} className="sr-only size-px" />
          {nameOf(option)}
        </FieldLabel>
      ))}
    </div>
  </RadioGroup>
);
