"use client";

import { type ComponentProps, createContext, use, useId, useMemo } from "react";
import { cn } from "@/components/ui/cn";

type Group = { name: string; value: string | null | undefined; onValueChange?: ((value: string) => void) | undefined };

const GroupContext = createContext<Group>({ name: "", value: undefined });

type GroupProps = Omit<ComponentProps<"fieldset">, "onChange"> & {
  /** Null without a choice; undefined for an uncontrolled group. */
  value?: string | null;
  onValueChange?: (value: string) => void;
};

/** Radio buttons: a single Tab stop, with arrow keys to move between them. */
export function RadioGroup({ name, value, onValueChange, className, ...rest }: GroupProps) {
  const id = useId();
  const group = useMemo(() => ({ name: name ?? id, value, onValueChange }), [name, id, value, onValueChange]);
  return (
    <GroupContext value={group}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows this role on a fieldset. */}
      <fieldset data-slot="radio-group" role="radiogroup" className={cn("grid min-w-0 gap-1.5", className)} {...rest} />
    </GroupContext>
  );
}

type ItemProps = Omit<ComponentProps<"input">, "type" | "name" | "value"> & { value: string };

export function RadioGroupItem({ value, className, onChange, ...rest }: ItemProps) {
  const group = use(GroupContext);
  return (
    <input
      type="radio"
      data-slot="radio-group-item"
      name={group.name}
      value={value}
      {...(group.value !== undefined && { checked: group.value === value })}
      onChange={(event) => {
        onChange?.(event);
        group.onValueChange?.(value);
      }}
      className={cn("size-4 shrink-0 accent-primary disabled:opacity-55", className)}
      {...rest}
    />
  );
}
