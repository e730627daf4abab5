import { type ComponentProps, useId } from "react";
import { cn } from "@/components/ui/cn";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

type Props<Value extends string> = Omit<ComponentProps<typeof NativeSelect>, "value" | "onChange" | "children"> & {
  label: string;
  labelClassName?: string;
  /** Each value with its name. */
  options: readonly (readonly [value: Value, name: string])[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of several values, by the platform's own list. */
export function SelectField<Value extends string>({
  label,
  labelClassName,
  options,
  onChange,
  ...select
}: Props<Value>) {
  const id = useId();
  return (
    <Field className="gap-1">
      <FieldLabel htmlFor={id} className={cn("font-normal text-muted-foreground text-xs", labelClassName)}>
        {label}
      </FieldLabel>
      <NativeSelect
        id={id}
        size="sm"
        className="w-full"
        {...select}
        onChange={({ target }) => {
          const chosen = options.find(([value]) => value === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([value, name]) => (
          <NativeSelectOption key={value} value={value}>
            {name}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </Field>
  );
}
