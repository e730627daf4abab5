"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ROLE } from "#components/list/definition.ts";
import { FEW, SHOWN_RANKED } from "#lib/contract/insights/insights.ts";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { FigureLink, type Shown } from "./figure-link.tsx";
import { STACKED } from "./stacked.ts";

export type Bar = {
  key: string;
  name: string;
  /** The name as it is drawn, where it is more than its text. */
  mark?: ReactNode;
  files: number;
  figure: Shown | null;
  /** Cells of further columns. */
  more?: ReactNode[];
};

type Props = {
  id: string;
  title: string;
  /** Title of the column of names. */
  of: string;
  bars: readonly Bar[];
  /** Titles of further columns. */
  more?: readonly string[];
  /** Files behind all bars; of few, the counts alone are shown. */
  files: number;
  /** In place of no bars at all. */
  empty?: string;
  children?: ReactNode;
};

/** A bar chart that is a table: each row has a name, a bar below it, and its number of files. */
export function Bars({ id, title, of, bars, more = [], files, empty, children }: Props) {
  const t = useTranslations("insights");
  const columns = [t("column.files"), ...more];
  const stacked: Partial<typeof STACKED> = more.length > 0 ? STACKED : {};
  const most = Math.max(1, ...bars.map((bar) => bar.files));
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h3 id={id} className="pb-1 font-medium text-sm">
        {title}
      </h3>
      {bars.length === 0 ? (
        <p className="text-muted-foreground text-sm">{empty ?? t("none")}</p>
      ) : (
        <Table {...ROLE.table} aria-labelledby={id} className={stacked.table}>
          <TableHeader {...ROLE.group} className={stacked.head}>
            <TableRow {...ROLE.row} className="border-b-0">
              <TableHead {...ROLE.header} scope="col" className="px-0 font-normal">
                {of}
              </TableHead>
              {columns.map((column) => (
                <TableHead
                  key={column}
                  {...ROLE.header}
                  scope="col"
                  className={cn("pr-0 text-right font-normal", more.length > 0 && "sm:w-28")}
                >
                  {column}
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody {...ROLE.group} className={stacked.table}>
            {bars.slice(0, SHOWN_RANKED).map(({ key, name, mark, files: count, figure, more: cells = [] }) => (
              <TableRow key={key} {...ROLE.row} className={stacked.row}>
                <TableHead
                  role="rowheader"
                  scope="row"
                  className={cn("px-0 py-1 align-middle font-normal", stacked.name ?? "w-full")}
                >
                  <span className="wrap-anywhere">{mark ?? name}</span>
                  {files >= FEW && <DrawnBar share={count / most} />}
                </TableHead>
                {[<FigureLink key="files" figure={figure} count={count} label={name} />, ...cells].map(
                  (cell, index) => (
                    <TableCell
                      key={columns[index]}
                      {...ROLE.cell}
                      data-label={columns[index]}
                      className={cn("whitespace-nowrap py-1 pr-0 text-right align-middle tabular-nums", stacked.cell)}
                    >
                      {cell}
                    </TableCell>
                  ),
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {bars.length > SHOWN_RANKED && (
        <p className="pt-1 text-muted-foreground text-xs">{t("moreRanked", { count: bars.length - SHOWN_RANKED })}</p>
      )}
      {children}
    </section>
  );
}

/** The row says the number: the bar is for the eye. */
const DrawnBar = ({ share }: { share: number }) => (
  <svg aria-hidden className="mt-0.5 block h-1.5 w-full overflow-hidden rounded-full bg-muted forced-colors:border">
    <rect width={`${100 * share}%`} height="100%" className="fill-primary/70 forced-colors:fill-[CanvasText]" />
  </svg>
);
