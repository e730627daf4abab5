import { part } from "@/components/ui/part";

/** Placeholder for loading content; give it the final size. */
export const Skeleton = part("span", "skeleton", "block animate-pulse rounded bg-muted", { "aria-hidden": true });
