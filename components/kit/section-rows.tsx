import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { EmptySection } from "./section.tsx";

type Props<Row> = {
  rows: readonly Row[];
  empty: string;
  labelledBy?: string;
  children: (row: Row) => ReactNode;
};

/** The rows of a section, without padding around them. */
export function SectionRows<Row>({ rows, empty, labelledBy, children }: Props<Row>) {
  if (rows.length === 0) {
    return <EmptySection flush>{empty}</EmptySection>;
  }
  return (
    <ul aria-labelledby={labelledBy} className="divide-y divide-border">
      {rows.map(children)}
    </ul>
  );
}

/** A link to the page of a row's subject. */
export const RowLink = ({ className, ...link }: ComponentProps<typeof Link>) => (
  <Link
    prefetch={false}
    className={cn(
      "rounded underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current",
      className,
    )}
    {...link}
  />
);
