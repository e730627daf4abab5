import { type ComponentProps, type ElementType, type ReactNode, useId } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useFieldError } from "./form.tsx";
import { Help } from "./help.tsx";

export type FieldWords = {
  hint?: string;
  /** A longer explanation, behind a button beside the label. Screen readers get it with the field as well. */
  help?: string;
  /** Error of the server or a schema; the form's own error has priority. */
  error?: string;
};

type FieldNote = {
  control: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
  note: ReactNode;
};

/** The note below a control: its error, or else its hint. Changes are announced. */
export function useFieldNote(id: string, { hint, error }: FieldWords): FieldNote {
  const wrong = useFieldError(id) ?? error;
  const noteId = `${id}-note`;
  return {
    control: {
      id,
      "aria-invalid": wrong ? true : undefined,
      "aria-describedby": wrong || hint ? noteId : undefined,
    },
    note: wrong ? (
      <FieldError id={noteId}>{wrong}</FieldError>
    ) : (
      hint && <FieldDescription id={noteId}>{hint}</FieldDescription>
    ),
  };
}

type FieldProps<Tag extends "input" | "textarea"> = ComponentProps<Tag> & FieldWords & { label: string };

export const TextField = (props: FieldProps<"input">) => <Labelled control={Input} {...props} />;

export const TextareaField = (props: FieldProps<"textarea">) => <Labelled control={Textarea} {...props} />;

type LabelledProps = FieldWords & { control: ElementType; label: string; id?: string };

function Labelled({ control: Control, label, hint, help, error, id: given, ...rest }: LabelledProps) {
  const made = useId();
  const id = given ?? made;
  const { control, note } = useFieldNote(id, { hint, error });
  const describedBy = [control["aria-describedby"], help && `${id}-help`].filter(Boolean).join(" ") || undefined;
  return (
    <Field>
      <div className={help && "-my-1 flex items-center gap-1"}>
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        {help && <Help of={label}>{help}</Help>}
      </div>
      <Control {...control} aria-describedby={describedBy} {...rest} />
      {note}
      {help && (
        <span id={`${id}-help`} hidden>
          {help}
        </span>
      )}
    </Field>
  );
}
