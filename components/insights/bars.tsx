import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MIN_COMPARED_FILES, SHOWN_RANKED } from "#lib/insights/contract/insights.ts";
import type { FigureName } from "#lib/platform/contract/figure.ts";
import { cn } from "@/components/ui/cn";
import { FigureLink, type ShownFigure } from "./figure-link.tsx";
import { FigureTable } from "./figure-table.tsx";

export type Bar = {
  key: string;
  name: string;
  /** Drawn instead of the name. */
  mark?: ReactNode;
  files: number;
  figure: ShownFigure | null;
  /** Cells of further columns. */
  more?: ReactNode[];
};

/** The bar of one value of a figure. */
export const barOf = (name: FigureName, value: string, shown: Pick<Bar, "name" | "mark" | "files">): Bar => ({
  key: value,
  figure: { name, value },
  ...shown,
});

type Props = {
  id: string;
  title: string;
  /** Title of the column of names. */
  of: string;
  bars: readonly Bar[];
  /** Titles of further columns. */
  more?: readonly string[];
  /** Files behind all bars; below `MIN_COMPARED_FILES` only the counts are shown. */
  files: number;
  children?: ReactNode;
};

/** A bar chart as a table: each row has a name, a bar below it, and a number of files. */
export function Bars({ id, title, of, bars, more = [], files, children }: Props) {
  const t = useTranslations("insights");
  const isEmpty = bars.every((bar) => bar.files === 0);
  const most = Math.max(1, ...bars.map((bar) => bar.files));
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h3 id={id} className={cn("text-sm", isEmpty ? "text-muted-foreground" : "pb-1 font-medium")}>
        {isEmpty ? t("none", { title }) : title}
      </h3>
      {!isEmpty && (
        <FigureTable
          id={id}
          titles={[of, t("column.files"), ...more]}
          rows={bars.slice(0, SHOWN_RANKED).map((bar) => ({
            key: bar.key,
            name: (
              <>
                <span>{bar.mark ?? bar.name}</span>
                {files >= MIN_COMPARED_FILES && <DrawnBar share={bar.files / most} />}
              </>
            ),
            cells: [
              <FigureLink key="files" figure={bar.figure} count={bar.files} label={bar.name} />,
              ...(bar.more ?? []),
            ],
          }))}
          stacked={more.length > 0}
          className={cn(
            "[&_thead_tr]:border-b-0",
            more.length > 0 ? "sm:[&_tbody_th]:w-2/5 @2xl:[&_td]:w-28" : "[&_tbody_th]:w-full",
          )}
        />
      )}
      {bars.length > SHOWN_RANKED && (
        <p className="pt-1 text-muted-foreground text-xs">{t("moreRanked", { count: bars.length - SHOWN_RANKED })}</p>
      )}
      {children}
    </section>
  );
}

/** Decoration for sighted readers: the row has the number as text. */
const DrawnBar = ({ share }: { share: number }) => (
  <svg aria-hidden className="mt-0.5 block h-1.5 w-full overflow-hidden rounded-full bg-muted forced-colors:border">
    <rect width={`${100 * share}%`} height="100%" className="fill-primary/70 forced-colors:fill-[CanvasText]" />
  </svg>
);
