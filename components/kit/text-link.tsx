import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A link within text: underlined, since its colour alone does not distinguish it (WCAG 1.4.1). */
export const TextLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link className={cn("rounded text-primary underline underline-offset-2", className)} {...rest} />
);
