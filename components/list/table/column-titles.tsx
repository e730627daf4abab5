import { ROLE } from "#components/list/layout.ts";
import { cn } from "#components/ui/cn.ts";

type Props<Column extends string> = {
  columns: readonly Column[];
  titleOf: (column: Column) => string;
  /** What a title does not say, on hover. */
  hints: Partial<Record<Column, string>>;
  /** The geometry of a row and of each of its cells. */
  row: string;
  cell: Record<Column, string>;
  rowIndex?: number;
};

/** The titles of columns that order nothing. Where rows are cards they are there for screen readers alone. */
export function ColumnTitles<Column extends string>({ columns, titleOf, hints, row, cell, rowIndex }: Props<Column>) {
  return (
    <thead {...ROLE.group} className="sr-only text-muted-foreground text-xs @[56rem]:not-sr-only @[56rem]:block">
      <tr {...ROLE.row} aria-rowindex={rowIndex} className={cn("border-border border-b", row)}>
        {columns.map((column) => (
          <th
            key={column}
            {...ROLE.header}
            scope="col"
            title={hints[column]}
            className={cn("text-left font-medium", cell[column])}
          >
            {titleOf(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
