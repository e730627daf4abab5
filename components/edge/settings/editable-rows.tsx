import { Plus } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { type FieldArray, useFieldArray } from "react-hook-form";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { usePolicyError } from "./policy-errors.ts";

type Props<Name extends "catalogue" | "letters" | "documents"> = {
  name: Name;
  most: number;
  /** The new row, and the text of the button that adds it. */
  blank: FieldArray<ReviewPolicy, Name>;
  add: string;
  onAdd?: () => void;
  /** Wraps the rows. */
  frame?: (rows: ReactNode, count: number) => ReactNode;
  row: (index: number, onRemove: () => void) => ReactNode;
};

/** Rows of the policy that can be added and removed. A new row takes the focus; after a removal, the button takes it. */
export function EditableRows<Name extends "catalogue" | "letters" | "documents">(props: Props<Name>) {
  const { name, most, blank, add, onAdd, frame = (rows) => rows, row } = props;
  const { fields, append, remove } = useFieldArray<ReviewPolicy, Name>({ name });
  const problem = usePolicyError(name, most);
  const id = useId();
  const adding = useRef<HTMLButtonElement>(null);
  const rows = (
    <ul className="divide-y divide-border empty:hidden">
      {fields.map((field, index) => (
        <li key={field.id} className="py-2.5">
          {row(index, () => {
            remove(index);
            adding.current?.focus();
          })}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {frame(rows, fields.length)}
      {fields.length < most && (
        <Button
          ref={adding}
          variant="outline"
          size="sm"
          className="justify-self-start"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && id}
          onClick={() => {
            append(blank);
            onAdd?.();
          }}
        >
          <Plus aria-hidden />
          {add}
        </Button>
      )}
      <FieldError id={id}>{problem}</FieldError>
    </>
  );
}
