import type { ReactNode } from "react";
import { TABLE_ROLES } from "#components/kit/list/definition.ts";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

/**
 * Classes of a table with several numbers. On a phone each number is below the row's name, with its column title
 * (`data-label`). Roles are attributes, since `display: block` removes native table roles.
 */
const STACKED = {
  table: "max-sm:block",
  head: "max-sm:hidden",
  row: "max-sm:block max-sm:pb-1",
  name: "max-sm:block",
  cell: "max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-0.5 max-sm:before:text-muted-foreground max-sm:before:text-xs max-sm:before:content-[attr(data-label)]",
};

type Props = {
  /** Id of the heading. */
  id: string;
  /** Titles of the columns; the first is the column of names. */
  titles: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
  stacked?: boolean;
  className?: string;
};

export function FigureTable({ id, titles, rows, stacked = false, className }: Props) {
  const phone: Partial<typeof STACKED> = stacked ? STACKED : {};
  return (
    <Table {...TABLE_ROLES.table} aria-labelledby={id} className={cn("tabular-nums", phone.table, className)}>
      <TableHeader {...TABLE_ROLES.group} className={phone.head}>
        <TableRow {...TABLE_ROLES.row}>
          {titles.map((title) => (
            <TableHead
              key={title}
              {...TABLE_ROLES.header}
              scope="col"
              className="pr-0 pl-4 text-right font-normal align-bottom first:px-0 first:text-left"
            >
              {title}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody {...TABLE_ROLES.group} className={phone.table}>
        {rows.map(({ key, name, cells }) => (
          <TableRow key={key} {...TABLE_ROLES.row} className={phone.row}>
            <TableHead
              role="rowheader"
              scope="row"
              className={cn("wrap-break-word px-0 py-1 align-middle font-normal", phone.name)}
            >
              {name}
            </TableHead>
            {titles.slice(1).map((title, place) => (
              <TableCell
                key={title}
                {...TABLE_ROLES.cell}
                data-label={title}
                className={cn("whitespace-nowrap py-1 pr-0 pl-4 text-right align-middle", phone.cell)}
              >
                {cells[place]}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
