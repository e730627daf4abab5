import { part } from "@/components/ui/part";

export const Card = part(
  "div",
  "card",
  "flex flex-col gap-4 rounded-lg border border-border bg-card p-4 text-card-foreground",
);
export const CardHeader = part("div", "card-header", "grid auto-rows-min items-start gap-1");
export const CardTitle = part("div", "card-title", "font-semibold text-base");
export const CardDescription = part("div", "card-description", "text-muted-foreground text-sm");
export const CardContent = part("div", "card-content", "min-w-0");
