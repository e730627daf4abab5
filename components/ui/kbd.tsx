import { part } from "@/components/ui/part";

export const Kbd = part(
  "kbd",
  "kbd",
  "inline-flex items-center justify-center rounded border border-border bg-muted px-1 font-sans text-[0.6875rem] text-muted-foreground",
);
