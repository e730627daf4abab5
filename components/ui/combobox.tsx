"use client";

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useMemo,
  useState,
} from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { optionForKey } from "@/components/ui/option-keys";
import { part } from "@/components/ui/part";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { containsWords } from "@/components/ui/search-words";

export type ComboboxOption = { value: string; label: string };

type Combobox = {
  id: string;
  matching: readonly ComboboxOption[];
  value: string | undefined;
  sought: string;
  active: string | undefined;
  seek: (text: string) => void;
  activate: (value: string) => void;
  choose: (value: string) => void;
};

const ComboboxContext = createContext<Combobox | null>(null);

function useCombobox(): Combobox {
  const combobox = use(ComboboxContext);
  if (!combobox) throw new Error("This element belongs in a Combobox.");
  return combobox;
}

type Props = {
  items: readonly ComboboxOption[];
  value?: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
};

/** A choice from many values, searched by a part of the label. */
export function Combobox({ items, value, onValueChange, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState("");
  const [active, setActive] = useState<string>();
  const combobox = useMemo(() => {
    const matching = items.filter(({ label }) => containsWords(label, sought));
    const known = matching.some((item) => item.value === active) ? active : undefined;
    return {
      id,
      matching,
      value,
      sought,
      active: known ?? matching.find((item) => item.value === value)?.value ?? matching[0]?.value,
      seek: setSought,
      activate: setActive,
      choose: (chosen: string) => {
        setOpen(false);
        onValueChange(chosen);
      },
    };
  }, [id, items, sought, active, value, onValueChange]);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    setSought("");
    setActive(undefined);
  };
  return (
    <ComboboxContext value={combobox}>
      <Popover open={open} onOpenChange={change}>
        {children}
      </Popover>
    </ComboboxContext>
  );
}

export const ComboboxTrigger = part(PopoverTrigger, "combobox-trigger");
export const ComboboxContent = part(PopoverContent, "combobox-content", "w-72");

/** The text field. It keeps the focus while the arrow keys move between options. */
export function ComboboxInput(props: ComponentProps<"input">) {
  const { id, matching, sought, active, seek, activate, choose } = useCombobox();
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (active !== undefined) choose(active);
      return;
    }
    const next = optionForKey(
      event.key,
      matching.findIndex(({ value }) => value === active),
      matching.length,
    );
    const option = next === null ? undefined : matching[next];
    if (!option) return;
    event.preventDefault();
    activate(option.value);
  };
  return (
    <Input
      data-slot="combobox-input"
      role="combobox"
      aria-expanded
      aria-controls={`${id}-options`}
      aria-autocomplete="list"
      aria-activedescendant={active === undefined ? undefined : optionId(id, active)}
      autoComplete="off"
      spellCheck={false}
      value={sought}
      onChange={(event) => seek(event.target.value)}
      onKeyDown={press}
      className="mb-1 h-8 text-[0.8125rem]"
      {...props}
    />
  );
}

const optionId = (id: string, value: string): string => `${id}-${encodeURIComponent(value)}`;

/** The options whose labels match the typed text. */
export function ComboboxList(props: Omit<ComponentProps<"div">, "children">) {
  const { id, matching, value, active, activate, choose } = useCombobox();
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div
      data-slot="combobox-list"
      role="listbox"
      id={`${id}-options`}
      className="max-h-64 overflow-y-auto empty:hidden"
      {...props}
    >
      {matching.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
        <div
          key={option.value}
          data-slot="combobox-item"
          role="option"
          id={optionId(id, option.value)}
          tabIndex={-1}
          aria-selected={option.value === value}
          data-active={option.value === active || undefined}
          onPointerMove={() => activate(option.value)}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option.value)}
          className={cn(
            "flex min-h-8 cursor-default select-none items-center gap-2 rounded px-2 py-1 text-sm data-active:bg-accent",
            option.value === value && "font-medium",
          )}
        >
          {option.label}
        </div>
      ))}
    </div>
  );
}

/** Shown if no option matches. */
export function ComboboxEmpty(props: ComponentProps<"p">) {
  const { matching } = useCombobox();
  if (matching.length > 0) return null;
  return <p data-slot="combobox-empty" role="status" className="px-2 py-1 text-muted-foreground text-xs" {...props} />;
}
