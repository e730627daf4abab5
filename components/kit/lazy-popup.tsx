import { Slot } from "radix-ui";
import { type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { Hint } from "./hint.tsx";

type MenuParts = typeof import("@/components/ui/dropdown-menu");
type PopoverParts = typeof import("@/components/ui/popover");

const loadMenu = () => import("@/components/ui/dropdown-menu");
const loadPopover = () => import("@/components/ui/popover");

type Props<Parts> = Omit<ComponentProps<"button">, "children"> & {
  /** The button; the popup is loaded at its first press. */
  trigger: ReactElement;
  /** Tooltip of the button. */
  hint?: string;
  /** The content, built from the loaded components. */
  children: (parts: Parts) => ReactNode;
};

/** A menu whose code is loaded on first use: pages have several menus, and users open few. */
export function LazyMenu({ trigger, hint, children, ...rest }: Props<MenuParts>) {
  const [parts, press] = useParts(loadMenu, ["ArrowDown"]);
  if (!parts) {
    return (
      <Hint text={hint}>
        <Slot.Root aria-haspopup="menu" aria-expanded={false} {...press} {...rest}>
          {trigger}
        </Slot.Root>
      </Hint>
    );
  }
  return (
    <parts.DropdownMenu defaultOpen>
      <Hint text={hint}>
        <parts.DropdownMenuTrigger asChild {...rest}>
          {trigger}
        </parts.DropdownMenuTrigger>
      </Hint>
      {children(parts)}
    </parts.DropdownMenu>
  );
}

export function LazyPopover({ trigger, children }: Pick<Props<PopoverParts>, "trigger" | "children">) {
  const [parts, press] = useParts(loadPopover, []);
  if (!parts) {
    return (
      <Slot.Root aria-haspopup="dialog" aria-expanded={false} {...press}>
        {trigger}
      </Slot.Root>
    );
  }
  return (
    <parts.Popover defaultOpen>
      <parts.PopoverTrigger asChild>{trigger}</parts.PopoverTrigger>
      {children(parts)}
    </parts.Popover>
  );
}

/** The loaded components of a popup, and handlers for the button that loads them. */
function useParts<Parts>(load: () => Promise<Parts>, keys: readonly string[]) {
  const [parts, setParts] = useState<Parts | null>(null);
  const prepare = () => void load().catch(() => undefined);
  // After a failed load nothing opens, and the next press retries.
  const open = () => void load().then(setParts, () => undefined);
  const press = {
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      open();
    },
  };
  return [parts, press] as const;
}
