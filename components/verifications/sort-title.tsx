"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import type { VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { ColumnTitle } from "./column-title.tsx";
import type { ColumnId } from "./layout.ts";
import type { ColumnOrder } from "./view/column-sorts.ts";

type Props = { id: ColumnId; order: ColumnOrder; onSort: (sort: VerificationSort) => void };

/** The title of a column that can order the list, and the button that does; cards have the title only. */
export function SortTitle({ id, order, onSort }: Props) {
  const t = useTranslations("verifications");
  const Icon = order.current === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@[60rem]:hidden">
        <ColumnTitle id={id} />
      </span>
      <button
        type="button"
        title={t("table.orderBy", { order: t(`filters.sorts.${order.next}`) })}
        onClick={() => onSort(order.next)}
        className={cn(
          "group hidden max-w-full items-center gap-1 whitespace-nowrap rounded hover:text-foreground @[60rem]:inline-flex",
          order.current && "text-foreground",
        )}
      >
        <span className="truncate">
          <ColumnTitle id={id} />
        </span>
        <Icon
          aria-hidden
          className={cn(
            "size-3 shrink-0",
            !order.current && "-ml-4 opacity-0 group-hover:ml-0 group-hover:opacity-60 group-focus-visible:ml-0",
          )}
        />
      </button>
    </>
  );
}
