import { type ComponentProps, useId } from "react";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

type Props<Value extends string> = Omit<ComponentProps<typeof NativeSelect>, "value" | "onChange" | "children"> & {
  label: string;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice of one value, as a native select. */
export function SelectField<Value extends string>({ label, values, nameOf, onChange, ...select }: Props<Value>) {
  const id = useId();
  const isSmall = select.size === "sm";
  return (
    <Field className={isSmall ? "gap-1" : undefined}>
      <FieldLabel htmlFor={id} className={isSmall ? "font-normal text-muted-foreground text-xs" : undefined}>
        {label}
      </FieldLabel>
      <NativeSelect
        id={id}
        className="w-full"
        {...select}
        onChange={({ target }) => {
          const chosen = values.find((value) => value === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((value) => (
          <NativeSelectOption key={value} value={value}>
            {nameOf(value)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </Field>
  );
}
