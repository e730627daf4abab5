import { part } from "@/components/ui/part";

export const Input = part(
  "input",
  "input",
  "h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive",
  { type: "text" },
);
