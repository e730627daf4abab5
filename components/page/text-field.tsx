"use client";

import { type ComponentProps, useId } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFieldError } from "./form.tsx";

type Props = ComponentProps<"input"> & { label: string; hint?: string | undefined; error?: string | undefined };

/** A labelled input; what is wrong with it, or else what it wants, is said below and to screen readers. */
export function TextField({ label, hint, error, id: given, ...input }: Props) {
  const made = useId();
  const id = given ?? made;
  const own = useFieldError(id);
  const wrong = error ?? own;
  const note = wrong ?? hint;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {wrong ? (
        <FieldError id={`${id}-note`}>{wrong}</FieldError>
      ) : (
        hint && <FieldDescription id={`${id}-note`}>{hint}</FieldDescription>
      )}
    </Field>
  );
}
