import type { ComponentType, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { columnOrder, TABLE_ROLES } from "./definition.ts";
import { type ListOrder, SortTitle } from "./sort-title.tsx";

type Column<Row> = {
  id: string;
  /** Classes of the column's title and cells. */
  place?: string;
  title: ReactNode;
  /** The order after the first press of the title, which is then a text. */
  sort?: string;
  titleClass?: string;
  cell: ComponentType<{ row: Row }>;
  /** The cells of this column are the row headers. */
  names?: true;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Content above a row, over all columns. */
  above?: (row: Row) => ReactNode;
  order?: ListOrder;
  layout: Partial<Record<"table" | "head" | "titles" | "body" | "row", string>>;
};

/** Borders are above rows: a border can then separate a row from the content above it. */
const ROW = "border-t border-b-0";
/** Columns set their own padding. */
const CELL = "p-0 text-left";

const ROW_HEADER = { role: "rowheader" } as const;

/** A table of few rows, all rendered. */
export function SmallTable<Row>({ label, columns, rows, keyOf, above, order, layout }: Props<Row>) {
  return (
    <Table {...TABLE_ROLES.table} aria-label={label} className={layout.table}>
      <TableHeader {...TABLE_ROLES.group} className={layout.head}>
        <TableRow {...TABLE_ROLES.row} className={cn("border-b-0", layout.titles)}>
          {columns.map(({ id, title, sort, place, titleClass }) => {
            const column = sort && order ? columnOrder(sort, order.now) : undefined;
            return (
              <TableHead
                key={id}
                {...TABLE_ROLES.header}
                scope="col"
                aria-sort={column?.current}
                className={cn(CELL, place, titleClass)}
              >
                {column && order ? <SortTitle title={title} column={column} order={order} /> : title}
              </TableHead>
            );
          })}
        </TableRow>
      </TableHeader>
      <TableBody {...TABLE_ROLES.group} className={cn("[&_tr:last-child]:border-t", layout.body)}>
        {rows.flatMap((row) => {
          const key = keyOf(row);
          const over = above?.(row);
          return [
            over && (
              <TableRow key={`above ${key}`} {...TABLE_ROLES.row} className={cn(ROW, "border-dashed")}>
                <TableCell {...TABLE_ROLES.cell} colSpan={columns.length} className={cn(CELL, "py-1.5")}>
                  {over}
                </TableCell>
              </TableRow>
            ),
            <TableRow key={key} {...TABLE_ROLES.row} className={cn(ROW, layout.row)}>
              {columns.map(({ id, cell: Cell, place, names }) =>
                names ? (
                  <TableHead key={id} {...ROW_HEADER} scope="row" className={cn(CELL, "align-top", place)}>
                    <Cell row={row} />
                  </TableHead>
                ) : (
                  <TableCell key={id} {...TABLE_ROLES.cell} className={cn(CELL, place)}>
                    <Cell row={row} />
                  </TableCell>
                ),
              )}
            </TableRow>,
          ];
        })}
      </TableBody>
    </Table>
  );
}
