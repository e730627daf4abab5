import type { ComponentType, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ROLE } from "./definition.ts";

type Column<Row> = {
  id: string;
  /** Of its title and of its cells. */
  place?: string;
  title: ReactNode;
  titleClass?: string;
  cell: ComponentType<{ row: Row }>;
  /** Its cells say what the row is about. */
  names?: true;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Over all columns, above a row. */
  above?: (row: Row) => ReactNode;
  layout: Partial<Record<"table" | "head" | "titles" | "body" | "row", string>>;
};

const ROW_HEADER = { role: "rowheader" } as const;

/** A table of few rows, all in the document. */
export function SmallTable<Row>({ label, columns, rows, keyOf, above, layout }: Props<Row>) {
  return (
    <table {...ROLE.table} aria-label={label} className={layout.table}>
      <thead {...ROLE.group} className={cn("text-muted-foreground text-xs", layout.head)}>
        <tr {...ROLE.row} className={layout.titles}>
          {columns.map(({ id, title, place, titleClass }) => (
            <th key={id} {...ROLE.header} scope="col" className={cn("text-left font-medium", place, titleClass)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLE.group} className={layout.body}>
        {rows.flatMap((row) => {
          const key = keyOf(row);
          const over = above?.(row);
          return [
            over && (
              <tr key={`above ${key}`} {...ROLE.row} className="border-border border-t border-dashed">
                <td {...ROLE.cell} colSpan={columns.length} className="py-1.5">
                  {over}
                </td>
              </tr>
            ),
            <tr key={key} {...ROLE.row} className={cn("border-border border-t align-top", layout.row)}>
              {columns.map(({ id, cell: Cell, place, names }) =>
                names ? (
                  <th key={id} {...ROW_HEADER} scope="row" className={cn("text-left font-medium", place)}>
                    <Cell row={row} />
                  </th>
                ) : (
                  <td key={id} {...ROLE.cell} className={place}>
                    <Cell row={row} />
                  </td>
                ),
              )}
            </tr>,
          ];
        })}
      </tbody>
    </table>
  );
}
