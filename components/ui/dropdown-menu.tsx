"use client";

import { Check } from "lucide-react";
import { DropdownMenu as DropdownMenuPrimitive } from "radix-ui";
import { type ComponentProps, createContext, use, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { landmarkOf } from "@/components/ui/landmark";
import { keepMovedFocus } from "@/components/ui/overlay-focus";
import { part } from "@/components/ui/part";

const CloseContext = createContext<() => void>(() => undefined);

type Props = Pick<ComponentProps<typeof DropdownMenuPrimitive.Root>, "defaultOpen" | "children">;

/** Not modal: a press outside closes the menu and also acts on its target. */
export function DropdownMenu({ defaultOpen = false, children }: Props) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <CloseContext value={() => setOpen(false)}>
      <DropdownMenuPrimitive.Root data-slot="dropdown-menu" modal={false} open={open} onOpenChange={setOpen}>
        {children}
      </DropdownMenuPrimitive.Root>
    </CloseContext>
  );
}

export const DropdownMenuTrigger = part(DropdownMenuPrimitive.Trigger, "dropdown-menu-trigger");

export function DropdownMenuContent(props: ComponentProps<typeof DropdownMenuPrimitive.Content>) {
  return (
    <DropdownMenuPrimitive.Portal container={landmarkOf()}>
      <Content {...props} />
    </DropdownMenuPrimitive.Portal>
  );
}

function Content({ className, onKeyDown, ...rest }: ComponentProps<typeof DropdownMenuPrimitive.Content>) {
  const close = use(CloseContext);
  const menu = useRef<HTMLDivElement>(null);
  // However the menu was opened, the arrow keys start from the first item.
  useLayoutEffect(() => {
    menu.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus({ preventScroll: true });
  }, []);
  return (
    <DropdownMenuPrimitive.Content
      data-slot="dropdown-menu-content"
      align="start"
      sideOffset={6}
      collisionPadding={8}
      loop
      onCloseAutoFocus={keepMovedFocus}
      // Radix ignores Tab in a menu; in the ARIA Authoring Practices, Tab closes the menu.
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === "Tab" && !event.defaultPrevented) close();
      }}
      className={cn(
        "z-50 max-h-[min(28rem,var(--radix-dropdown-menu-content-available-height))] min-w-48 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-black/10 shadow-lg outline-none",
        className,
      )}
      {...rest}
      // After the spread props, since the portal passes its own ref.
      ref={menu}
    />
  );
}

const ITEM =
  "relative flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded px-2 py-1 text-left text-sm outline-none focus:bg-accent data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

export const DropdownMenuItem = part(DropdownMenuPrimitive.Item, "dropdown-menu-item", ITEM);
export const DropdownMenuRadioGroup = part(DropdownMenuPrimitive.RadioGroup, "dropdown-menu-radio-group");

export function DropdownMenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof DropdownMenuPrimitive.RadioItem>) {
  return (
    <DropdownMenuPrimitive.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(ITEM, "pl-8", className)}
      {...rest}
    >
      <DropdownMenuPrimitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </DropdownMenuPrimitive.ItemIndicator>
      {children}
    </DropdownMenuPrimitive.RadioItem>
  );
}

export const DropdownMenuLabel = part(
  DropdownMenuPrimitive.Label,
  "dropdown-menu-label",
  "px-2 py-1.5 text-muted-foreground text-xs",
);
export const DropdownMenuSeparator = part(
  DropdownMenuPrimitive.Separator,
  "dropdown-menu-separator",
  "-mx-1 my-1 h-px bg-border",
);
