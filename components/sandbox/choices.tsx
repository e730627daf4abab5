import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { Field, FieldLabel, FieldLegend } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of several, by the platform's own list. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const id = useId();
  return (
    <Field className="gap-1">
      <FieldLabel htmlFor={id} className="font-normal text-muted-foreground text-xs">
        {label}
      </FieldLabel>
      <NativeSelect
        id={id}
        size="sm"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="w-full"
      >
        {options.map((option) => (
          <NativeSelectOption key={option.value} value={option.value}>
            {option.name}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </Field>
  );
}

type SegmentsProps<Value extends string | number> = {
  label: string;
  /** Whether the label is only for screen readers. */
  quiet?: boolean;
  options: readonly { value: Value; name: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  className?: string;
};

/** One of a few, side by side: radio buttons, so arrows move between them. */
export function Segments<Value extends string | number>({
  label,
  quiet = false,
  options,
  value,
  onChange,
  className,
}: SegmentsProps<Value>) {
  return (
    <RadioGroup
      value={value === null ? null : String(value)}
      onValueChange={(text) => {
        const chosen = options.find((option) => String(option.value) === text);
        if (chosen) onChange(chosen.value);
      }}
      className={cn("block", className)}
    >
      <FieldLegend className={quiet ? "sr-only" : "mb-1 font-normal text-muted-foreground text-xs"}>
        {label}
      </FieldLegend>
      <div className="grid auto-cols-fr grid-flow-col rounded-md border border-border bg-muted p-0.5">
        {options.map((option) => (
          <FieldLabel
            key={option.value}
            className="min-h-7 w-auto cursor-pointer select-none justify-center rounded px-2 text-center font-normal text-[0.8125rem] text-muted-foreground leading-tight hover:text-foreground has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <RadioGroupItem value={String(option.value)} className="sr-only size-px" />
            {option.name}
          </FieldLabel>
        ))}
      </div>
    </RadioGroup>
  );
}
