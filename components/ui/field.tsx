import { type ComponentProps, useId } from "react";
import { Input } from "./input.tsx";

type Props = ComponentProps<"input"> & { label: string; hint?: string | undefined; error?: string | undefined };

/** A labelled input; what is wrong with it, or else what it wants, is said below and to screen readers. */
export function Field({ label, hint, error, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium text-sm">
        {label}
      </label>
      <Input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {note && (
        <p id={`${id}-note`} className={error ? "text-failed text-xs" : "text-muted-foreground text-xs"}>
          {note}
        </p>
      )}
    </div>
  );
}
