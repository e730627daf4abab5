"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useContext,
} from "react";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger, usePopover } from "@/components/ui/popover";

/**
 * A menu button as the ARIA Authoring Practices describe it: arrows, Home, End and first letters move between items,
 * Enter and Space choose one, Escape and Tab close.
 */
export const DropdownMenu = Popover;

const itemsOf = (menu: Element): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])'),
];

export function DropdownMenuTrigger(props: ComponentProps<typeof PopoverTrigger>) {
  const { id } = usePopover();
  return (
    <PopoverTrigger
      aria-haspopup="menu"
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        document.getElementById(id)?.showPopover({ source: event.currentTarget });
      }}
      {...props}
    />
  );
}

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof PopoverContent>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab") return event.currentTarget.hidePopover();
    const items = itemsOf(event.currentTarget);
    const current = items.indexOf(document.activeElement as HTMLElement);
    const next = itemForKey(
      event.key,
      current,
      items.map((item) => item.textContent ?? ""),
    );
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <PopoverContent
      role="menu"
      onKeyDown={onKeyDown}
      onOpened={(menu) => itemsOf(menu)[0]?.focus()}
      className={className}
      {...rest}
    />
  );
}

const ITEM =
  "relative flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded px-2 py-1 text-left text-sm outline-none focus:bg-accent aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

type ItemProps = Omit<ComponentProps<"button">, "onSelect"> & {
  /** Called when it is chosen; the menu closes then, unless the event's default is prevented. */
  onSelect?: (event: MouseEvent<HTMLElement>) => void;
};

export function DropdownMenuItem({ className, onSelect, ...rest }: ItemProps) {
  const item = useItem(className, onSelect);
  return <button type="button" {...item} {...rest} />;
}

export function DropdownMenuLink({ className, ...rest }: ComponentProps<typeof Link>) {
  const item = useItem(className);
  return <Link {...item} {...rest} />;
}

function useItem(className: string | undefined, onSelect?: ItemProps["onSelect"]) {
  const { id } = usePopover();
  return {
    role: "menuitem",
    tabIndex: -1,
    onPointerMove: (event: PointerEvent<HTMLElement>) => event.currentTarget.focus({ preventScroll: true }),
    onClick: (event: MouseEvent<HTMLElement>) => {
      onSelect?.(event);
      if (!onSelect || !event.defaultPrevented) document.getElementById(id)?.hidePopover();
    },
    className: cn(ITEM, className),
  };
}

const RadioContext = createContext({ value: "", onValueChange: (_: string) => {} });

type RadioGroupProps = { value: string; onValueChange: (value: string) => void; children: ItemProps["children"] };

export const DropdownMenuRadioGroup = ({ value, onValueChange, children }: RadioGroupProps) => (
  <fieldset className="min-w-0">
    <RadioContext value={{ value, onValueChange }}>{children}</RadioContext>
  </fieldset>
);

export function DropdownMenuRadioItem({ value, className, children, ...rest }: ItemProps & { value: string }) {
  const group = useContext(RadioContext);
  const chosen = group.value === value;
  return (
    <DropdownMenuItem
      role="menuitemradio"
      aria-checked={chosen}
      onSelect={() => group.onValueChange(value)}
      className={cn("pl-8", className)}
      {...rest}
    >
      {chosen && <Check aria-hidden className="absolute left-2" />}
      {children}
    </DropdownMenuItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("px-2 py-1.5 text-muted-foreground text-xs", className)} {...rest} />;
}

export const DropdownMenuSeparator = () => <hr className="-mx-1 my-1 border-border" />;

/**
 * Which item of a menu a key leads to, by the items' texts; null for keys that are about something else. `current` is -1
 * where none has the focus. The ends are joined; a letter goes to the next item that begins with it.
 */
export function itemForKey(key: string, current: number, texts: readonly string[]): number | null {
  const count = texts.length;
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  if ([...key].length !== 1 || key === " ") return null;
  const letter = bare(key);
  for (let step = 1; step <= count; step += 1) {
    const index = (current + step + count) % count;
    if (bare(texts[index] ?? "").startsWith(letter)) return index;
  }
  return null;
}

/** Without accents, since they are not typed to find an item. */
const bare = (text: string): string => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
