import { useId } from "react";
import { cn } from "@/components/ui/cn";

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
    <div className="min-w-0 space-y-1">
      <label htmlFor={id} className="block text-muted-foreground text-xs">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="h-8 w-full rounded-md border border-input bg-card px-2 text-[0.8125rem]"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
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
  const name = useId();
  return (
    <fieldset className={cn("min-w-0", className)}>
      <legend className={quiet ? "sr-only" : "mb-1 text-muted-foreground text-xs"}>{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-md border border-border bg-muted p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-7 cursor-pointer select-none items-center justify-center rounded px-2 text-center text-[0.8125rem] text-muted-foreground leading-tight hover:text-foreground has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
