import "./list.css";
import type { ReactNode } from "react";
import { Hint } from "#components/kit/hint.tsx";
import { Button } from "@/components/ui/button";
import type { ColumnOrder } from "./definition.ts";

export type ListOrder = {
  now: string;
  onSort: (order: string) => void;
  /** Words for the effect of pressing a title. */
  hintOf: (order: string) => string;
};

/** The title of a sortable column, as a button; in cards as text. */
export function SortTitle({ title, column, order }: { title: ReactNode; column: ColumnOrder; order: ListOrder }) {
  return (
    <>
      <span className="@[60rem]:hidden">{title}</span>
      <Hint text={order.hintOf(column.next)}>
        <Button
          variant={null}
          size={null}
          onClick={() => order.onSort(column.next)}
          className="list-sort icon-after icon-arrow hidden max-w-full gap-1 rounded hover:text-foreground data-order:text-foreground @[60rem]:inline-flex"
          data-order={column.current}
        >
          {title}
        </Button>
      </Hint>
    </>
  );
}
