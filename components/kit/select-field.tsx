import { type ComponentProps, useId } from "react";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { type FieldWords, useFieldNote } from "./text-field.tsx";

type Props<Value extends string> = Omit<ComponentProps<typeof NativeSelect>, "value" | "onChange"> &
  FieldWords & {
    label: string;
    values: readonly Value[];
    nameOf: (value: Value) => string;
    classOf?: (value: Value) => string;
    value: Value;
    onChange: (value: Value) => void;
  };

export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, values, nameOf, classOf, onChange, hint, error, children, ...select } = props;
  const id = useId();
  const { control, note } = useFieldNote(id, { hint, error });
  const isSmall = select.size === "sm";
  return (
    <Field className={isSmall ? "gap-1" : undefined}>
      <FieldLabel htmlFor={id} className={isSmall ? "font-normal text-muted-foreground text-xs" : undefined}>
        {label}
      </FieldLabel>
      <NativeSelect
        {...control}
        className="w-full"
        {...select}
        onChange={({ target }) => {
          const chosen = values.find((value) => value === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((value) => (
          <NativeSelectOption key={value} value={value} className={classOf?.(value)}>
            {nameOf(value)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
      {children}
      {note}
    </Field>
  );
}
