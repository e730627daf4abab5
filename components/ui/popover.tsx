"use client";

import {
  type ComponentProps,
  createContext,
  type ToggleEvent,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type Popover = { id: string; open: boolean; setOpen: (open: boolean) => void };

const PopoverContext = createContext<Popover>({ id: "", open: false, setOpen: () => undefined });

export const usePopover = (): Popover => useContext(PopoverContext);

/**
 * What opens beside its trigger, by the platform's own popover: it closes on Escape and on a press outside, lies above
 * everything, returns the focus, and opens before the page is hydrated. Radix's Popover adds 21 KB (gzip) to every page,
 * and its menu 7 KB more; this module and `dropdown-menu.tsx` weigh 2 KB together.
 */
export function Popover({ children }: { children: ComponentProps<"div">["children"] }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const popover = useMemo(() => ({ id, open, setOpen }), [id, open]);
  return <PopoverContext value={popover}>{children}</PopoverContext>;
}

export function PopoverTrigger(props: ComponentProps<typeof Button>) {
  const { id, open } = usePopover();
  return <Button id={`${id}-trigger`} popoverTarget={id} aria-haspopup="dialog" aria-expanded={open} {...props} />;
}

type ContentProps = ComponentProps<"div"> & {
  align?: "start" | "end";
  /** Called once it is open and its content is in the document. */
  onOpened?: (content: HTMLElement) => void;
};

/** Named by its trigger. Its children are rendered only while it is open. Without CSS anchors it is centred. */
export function PopoverContent({ align = "start", className, onOpened, children, ...rest }: ContentProps) {
  const { id, open, setOpen } = usePopover();
  const content = useRef<HTMLDivElement>(null);
  // Pressed before hydration, it was opened by the platform without an event that React saw.
  useEffect(() => {
    if (content.current?.matches(":popover-open")) setOpen(true);
  }, [setOpen]);
  return (
    <div
      ref={content}
      id={id}
      role="dialog"
      aria-labelledby={`${id}-trigger`}
      popover="auto"
      tabIndex={-1}
      onBeforeToggle={(event: ToggleEvent<HTMLDivElement>) => {
        // Rendered before it is positioned, by its size. React also bubbles the events of popovers inside it up to here.
        if (event.target === event.currentTarget && event.newState === "open") flushSync(() => setOpen(true));
      }}
      onToggle={(event: ToggleEvent<HTMLDivElement>) => {
        if (event.target !== event.currentTarget) return;
        if (event.newState === "open") onOpened?.(event.currentTarget);
        // After it has closed: the focus is given back only while it is still inside.
        else setOpen(false);
      }}
      className={cn("popover", align === "end" && "[position-area:bottom_span-left]", className)}
      {...rest}
    >
      {open && children}
    </div>
  );
}
