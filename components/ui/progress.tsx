import { part } from "@/components/ui/part";

export const Progress = part(
  "progress",
  "progress",
  "block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary",
);
