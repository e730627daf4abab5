import { part } from "@/components/ui/part";

/** Grows with its text from two lines on: browsers that support `field-sizing` ignore `rows`. */
export const Textarea = part(
  "textarea",
  "textarea",
  "block min-h-15 w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm [field-sizing:content] placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive",
);
