import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type Props = { name: string; className?: string; children: ReactNode };

/** An entry of a list of facts: its name above its value. */
export function Fact({ name, className, children }: Props) {
  return (
    <div className={cn("min-w-0 space-y-0.5", className)}>
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** An entry of a grid of two columns: its name beside its value. */
export const FactLine = ({ name, className, children }: Props) => (
  <>
    <dt className="text-muted-foreground">{name}</dt>
    <dd className={cn("wrap-anywhere min-w-0", className)}>{children}</dd>
  </>
);
