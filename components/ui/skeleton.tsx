import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/** The place of something that is being loaded; give it the final size. */
export function Skeleton({ className, ...rest }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block animate-pulse rounded bg-muted", className)} {...rest} />;
}

type Props = { label: string; className?: string; children: ReactNode };

/** What is being loaded, in words for those who do not see the skeletons that stand for it. */
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
