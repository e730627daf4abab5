import { part } from "@/components/ui/part";

/** A key of a shortcut, hidden where the main pointer is a finger. */
export const Kbd = part(
  "kbd",
  "kbd",
  "inline-flex pointer-coarse:hidden items-center justify-center rounded border border-border bg-muted px-1 font-sans text-[0.6875rem] text-muted-foreground",
);
