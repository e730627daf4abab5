"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ROLE } from "#components/list/definition.ts";
import { FEW, type Insights } from "#lib/contract/insights/insights.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { FigureLink } from "./figure-link.tsx";
import { useSeconds } from "./shown-values.ts";
import { STACKED } from "./stacked.ts";

type Row = Insights["review"]["by_assignee"][number];

const COLUMNS = ["decided", "p50", "p90", "open", "overdue"] as const;

/** Decisions of each person in the period, and their open reviews now. */
export function WorkloadTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations("insights");
  const titles = COLUMNS.map((column) => t(`column.${column}`));
  return (
    <section aria-labelledby="workload">
      <h3 id="workload" className="pb-1 font-medium text-sm">
        {t("chartOf.assignees")}
      </h3>
      <Table {...ROLE.table} aria-labelledby="workload" className={cn("tabular-nums", STACKED.table)}>
        <TableHeader {...ROLE.group} className={STACKED.head}>
          <TableRow {...ROLE.row}>
            {[t("column.person"), ...titles].map((title) => (
              <TableHead
                key={title}
                {...ROLE.header}
                scope="col"
                className="text-right font-normal first:px-0 first:text-left"
              >
                {title}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody {...ROLE.group} className={STACKED.table}>
          {rows.map((row) => (
            <TableRow key={row.user_id} {...ROLE.row} className={STACKED.row}>
              <TableHead
                role="rowheader"
                scope="row"
                className={cn("wrap-anywhere px-0 font-normal max-sm:font-medium", STACKED.name)}
              >
                {row.name}
              </TableHead>
              {COLUMNS.map((column, index) => (
                <TableCell
                  key={column}
                  {...ROLE.cell}
                  data-label={titles[index]}
                  className={cn("whitespace-nowrap text-right", STACKED.cell)}
                >
                  <Cell row={row} column={column} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

type CellProps = { row: Row; column: (typeof COLUMNS)[number] };

function Cell({ row: { user_id, name, decided, ...row }, column }: CellProps) {
  const t = useTranslations("insights.column");
  const seconds = useSeconds();
  if (column === "decided") {
    return <FigureLink figure={{ name: "decided_by", value: user_id }} count={decided} label={name} />;
  }
  if (column === "p50" || column === "p90") {
    const value = row[`${column}_seconds`];
    return value === null || decided < FEW ? "–" : seconds(value);
  }
  return <OpenNow count={row[column]} of={column} user_id={user_id} label={`${name}, ${t(column)}`} />;
}

type OpenProps = { count: number; of: "open" | "overdue"; user_id: string; label: string };

/** Open reviews lead to a filter of the list, since they don't depend on the period. */
function OpenNow({ count, of, user_id, label }: OpenProps) {
  const format = useFormatter();
  const filter = {
    ...VERIFICATION_FILTER.empty,
    review: ["open" as const],
    assignee: [user_id],
    ...(of === "overdue" && { due: ["overdue" as const] }),
  };
  if (count === 0) return format.number(count);
  return (
    <Link
      href={`/verifications?${VERIFICATION_FILTER.write(filter)}`}
      prefetch={false}
      aria-label={`${format.number(count)} ${label}`}
      className="rounded underline decoration-muted-foreground/50 underline-offset-3 hover:decoration-current"
    >
      {format.number(count)}
    </Link>
  );
}
