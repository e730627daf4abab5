import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { type Insights, MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { FigureLink } from "./figure-link.tsx";
import { FigureTable } from "./figure-table.tsx";
import { useSeconds } from "./value-formats.ts";

type WorkloadRow = Insights["review"]["by_assignee"][number];

const COLUMNS = ["decided", "p50", "p90", "open", "overdue"] as const;

/** Decisions of each person in the period, and their open reviews now. */
export function WorkloadTable({ rows }: { rows: readonly WorkloadRow[] }) {
  const t = useTranslations("insights");
  return (
    <section aria-labelledby="workload">
      <h3 id="workload" className="pb-1 font-medium text-sm">
        {t("chartOf.assignees")}
      </h3>
      <FigureTable
        id="workload"
        titles={[t("column.person"), ...COLUMNS.map((column) => t(`column.${column}`))]}
        rows={rows.map((row) => ({
          key: row.user_id,
          name: <span className="max-sm:font-medium">{row.name}</span>,
          cells: COLUMNS.map((column) => <Cell key={column} row={row} column={column} />),
        }))}
        stacked
      />
    </section>
  );
}

type CellProps = { row: WorkloadRow; column: (typeof COLUMNS)[number] };

function Cell({ row: { user_id, name, decided, ...row }, column }: CellProps) {
  const t = useTranslations("insights.column");
  const seconds = useSeconds();
  if (column === "decided") {
    return <FigureLink figure={{ name: "decided_by", value: user_id }} count={decided} label={name} />;
  }
  if (column === "p50" || column === "p90") {
    const value = row[`${column}_seconds`];
    return value === null || decided < MIN_COMPARED_FILES ? "–" : seconds(value);
  }
  return <OpenNow count={row[column]} of={column} user_id={user_id} label={`${name}, ${t(column)}`} />;
}

type OpenProps = { count: number; of: "open" | "overdue"; user_id: string; label: string };

/** Open reviews link to a filter of the list, since they do not depend on the period. */
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
