import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";
import { SmallTable } from "#components/kit/list/small-table.tsx";

/** A section of the report with its heading. On paper it has no frame. */
export function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2 print:space-y-1">
      <h2 id={id} className="border-foreground border-b pb-1 font-semibold text-base print:text-sm">
        {title}
      </h2>
      {children}
    </section>
  );
}

type TableProps<Row> = Omit<ComponentProps<typeof SmallTable<Row>>, "label" | "layout"> & {
  of: "exceptions" | "reasons" | "reopened" | "workload";
  /** Below the table. */
  children?: ReactNode;
};

/** A section with a table, or with a sentence if the table is empty. */
export function TableSection<Row>({ of, children, ...table }: TableProps<Row>) {
  const t = useTranslations("report");
  return (
    <ReportSection title={t(`section.${of}`)}>
      {table.rows.length === 0 ? (
        <Nothing>{t(`${of}.empty`)}</Nothing>
      ) : (
        <SmallTable label={t(`section.${of}`)} layout={TABLE} {...table} />
      )}
      {children}
    </ReportSection>
  );
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground">{children}</p>;

/** Layout of the report's tables: on a phone each row is a block. */
export const TABLE = {
  table: "w-full table-fixed text-sm max-md:block print:table print:text-[8pt] print:leading-tight",
  head: "max-md:hidden print:table-header-group",
  titles: "text-muted-foreground text-xs [&_th]:py-1 [&_th]:pr-4 [&_th]:font-normal",
  body: "max-md:block print:table-row-group",
  row: "break-inside-avoid max-md:block max-md:py-2 print:table-row [&>*]:whitespace-normal [&>*]:pr-4 print:[&>*]:pr-2 [&>*]:align-top [&>*]:font-normal [&>*]:max-md:block [&>*]:print:table-cell md:[&>*]:py-1.5 print:[&>*]:py-[1.5px]",
};
