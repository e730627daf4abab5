import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A group with its heading. */
export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

type Props = { value: string; icon: LucideIcon; onSelect: () => void; children: ReactNode };

export function PaletteItem({ value, icon: Icon, onSelect, children }: Props) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-accent"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {children}
    </Command.Item>
  );
}
