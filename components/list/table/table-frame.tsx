import { type ReactNode, useId } from "react";
import { OUTDATED, ROLE } from "#components/list/layout.ts";
import { cn } from "#components/ui/cn.ts";

type Props = {
  label: string;
  /** How one gets about in it, for screen readers. */
  description: string;
  /** With the header; -1 when that is not known, absent when all rows are in the document. */
  rowCount?: number;
  /** Rows of the filter before, shown until the new ones arrive. */
  outdated: boolean;
  className: string;
  children: ReactNode;
};

/** A list's table: what it is called, how it is used, and whether what it shows still counts. */
export function TableFrame({ label, description, rowCount, outdated, className, children }: Props) {
  const id = useId();
  return (
    <>
      <p id={id} className="sr-only">
        {description}
      </p>
      <table
        {...ROLE.table}
        aria-label={label}
        aria-describedby={id}
        aria-rowcount={rowCount}
        aria-busy={outdated}
        className={cn(className, outdated && OUTDATED)}
      >
        {children}
      </table>
    </>
  );
}
