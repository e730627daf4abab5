import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The place of something that is being loaded; give it the final size. */
export function Skeleton({ className, ...rest }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block animate-pulse rounded bg-muted", className)} {...rest} />;
}

type Props = { label: string; className?: string; children: ReactNode };

/** Skeletons, with words for screen readers. */
export function Waiting({ label, className, children }: Props) {
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
