import { part } from "@/components/ui/part";

export const Label = part("label", "label", "flex items-center gap-2 font-medium text-sm has-disabled:opacity-55");
