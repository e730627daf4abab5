import { type ComponentProps, useId } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"input"> & {
  /** As high as a small button, for bars and panels. */
  dense?: boolean;
};

export function Input({ dense = false, className, ...rest }: Props) {
  return (
    <input
      className={cn(
        "w-full min-w-0 rounded-md border border-input bg-card px-3 placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-failed",
        dense ? "h-8 text-[0.8125rem]" : "h-9 text-sm",
        className,
      )}
      {...rest}
    />
  );
}

type FieldProps = ComponentProps<"input"> & { label: string; hint?: string | undefined; error?: string | undefined };

/** A labelled input; what is wrong with it, or else what it wants, is said below and to screen readers. */
export function Field({ label, hint, error, ...input }: FieldProps) {
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
