import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

type Props<Column extends string> = {
  columns: readonly Column[];
  /** How wide what a cell will say is. */
  widths: Record<Column, string>;
  /** The geometry of the list, of a row and of each of its cells. */
  className?: string;
  row: string;
  cell: Record<Column, string>;
  /** The titles, where they do not come with the rows. */
  children?: ReactNode;
};

const ROWS = Array.from({ length: 14 }, (_, index) => index);

/** A list before its first rows, in its final size. */
export function SkeletonTable<Column extends string>({
  columns,
  widths,
  className,
  row,
  cell,
  children,
}: Props<Column>) {
  return (
    <div aria-hidden className={className}>
      {children}
      {ROWS.map((index) => (
        <div key={index} className={cn("border-border border-b", row)}>
          {columns.map((column) => (
            <span key={column} className={cell[column]}>
              <Skeleton className={cn("h-3", widths[column])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
