"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Menu } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** Not modal: a modal one locks scrolling by a style element of its own, which the content security policy refuses. */
export const DropdownMenu = (props: ComponentProps<typeof Menu.Root>) => <Menu.Root modal={false} {...props} />;
export const DropdownMenuTrigger = Menu.Trigger;
export const DropdownMenuRadioGroup = Menu.RadioGroup;

const ITEM =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded px-2 py-1 text-sm outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent [&_svg]:size-4 [&_svg]:shrink-0";

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Menu.Content>) {
  return (
    <Menu.Portal>
      <Menu.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-[min(28rem,var(--radix-dropdown-menu-content-available-height))] min-w-48 overflow-y-auto rounded-lg border border-border bg-card p-1 text-foreground shadow-lg shadow-black/10 outline-none",
          className,
        )}
        {...rest}
      />
    </Menu.Portal>
  );
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={cn(ITEM, className)} {...rest} />;
}

export function DropdownMenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof Menu.CheckboxItem>) {
  return (
    <Menu.CheckboxItem className={cn(ITEM, "pl-8", className)} {...rest}>
      <Chosen />
      {children}
    </Menu.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem className={cn(ITEM, "pl-8", className)} {...rest}>
      <Chosen />
      {children}
    </Menu.RadioItem>
  );
}

const Chosen = () => (
  <span className="absolute left-2 flex size-4 items-center justify-center">
    <Menu.ItemIndicator>
      <Check aria-hidden />
    </Menu.ItemIndicator>
  </span>
);

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Menu.Label>) {
  return <Menu.Label className={cn("px-2 py-1.5 text-muted-foreground text-xs", className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Menu.Separator>) {
  return <Menu.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...rest} />;
}
