import "./list.css";
import Link from "next/link";
import {
  type ComponentProps,
  type CSSProperties,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { cn } from "@/components/ui/cn";
import { type ListDefinition, TABLE_ROLES } from "./definition.ts";
import { SelectBox } from "./select-box.tsx";

const RowContext = createContext({ href: "", tabIndex: -1 });
export const useRow = () => useContext(RowContext);

type PartProps = ComponentProps<"div"> & { role: "table" | "rowgroup" | "row" | "columnheader" };

/** A part of a table with grid or block layout, for which some browsers ignore native table semantics. */
export const TablePart = (props: PartProps) => <div {...props} />;

type Props<Row> = {
  definition: ListDefinition<Row>;
  row: Row;
  index: number;
  /** The row is the tab stop of the list. */
  active: boolean;
  /** Undefined where rows cannot be selected. */
  selected?: boolean | undefined;
  className?: string | undefined;
};

/** A row, placed by its index. Its cells are memoized apart: a new row above changes the index alone. */
function RowView<Row>({ definition, row, index, active, selected, className }: Props<Row>) {
  const href = definition.hrefOf(row);
  const context = useMemo(() => ({ href, tabIndex: active ? 0 : -1 }), [href, active]);
  return (
    <RowContext value={context}>
      <TablePart
        role="row"
        // The header is the first of the table's rows.
        aria-rowindex={index + 2}
        data-row={index}
        style={{ "--index": index } as CSSProperties}
        className={cn("list-row", definition.layout.row, selected ? "bg-accent/60" : className)}
      >
        <Cells definition={definition} row={row} />
        {/* The last child: the row's link comes first in the tab order. */}
        {selected !== undefined && (
          <div {...TABLE_ROLES.cell} data-select className="list-select">
            <SelectBox name={definition.nameOf?.(row) ?? definition.keyOf(row)} selected={selected} active={active} />
          </div>
        )}
      </TablePart>
    </RowContext>
  );
}

export const ListRow = memo(RowView) as typeof RowView;

/** Rendered again only if the row itself has changed. */
const Cells = memo(CellsView) as <Row>(props: CellsProps<Row>) => ReactNode;

type CellsProps<Row> = Pick<Props<Row>, "definition" | "row">;

function CellsView<Row>({ definition, row }: CellsProps<Row>) {
  return definition.columns.map(({ id, place, cell: Cell, value }) => (
    <LiveCell key={id} value={value?.(row) ?? ""} className={place}>
      <Cell row={row} />
    </LiveCell>
  ));
}

const FLASH_MS = 1_600;
/** Few steps: a smooth animation repaints each cell in every frame, which is slow in a list with many changes. */
const FLASH_EASING = "steps(6)";

/** A cell that flashes when its value changes on screen; never with reduced motion. */
function LiveCell({ value, ...rest }: ComponentProps<"div"> & { value: string }) {
  const cell = useRef<HTMLDivElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    cell.current?.animate([{ backgroundColor: "var(--accent)", borderRadius: "4px" }, { borderRadius: "4px" }], {
      duration: FLASH_MS,
      easing: FLASH_EASING,
    });
  }, [value]);
  return <div ref={cell} {...TABLE_ROLES.cell} {...rest} />;
}

type RowLinkProps = { className?: string; translate?: "no" | undefined; children: ReactNode };

/** The link of the row, stretched over the whole row. */
export function RowLink({ className, translate, children }: RowLinkProps) {
  const { href, tabIndex } = useRow();
  return (
    <Link
      href={href}
      prefetch={false}
      tabIndex={tabIndex}
      data-row-link
      translate={translate}
      className={cn("list-link", className)}
    >
      {children}
    </Link>
  );
}
