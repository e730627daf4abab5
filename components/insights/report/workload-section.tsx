import { useFormatter, useTranslations } from "next-intl";
import { useSeconds } from "#components/insights/value-formats.ts";
import { MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import type { MonthlyReport } from "#lib/insights/contract/report.ts";
import { TableSection } from "./report-section.tsx";

type Workload = NonNullable<MonthlyReport["workload"]>;
type RowProps = { row: Workload[number] };

/** Decisions of the month by author, for readers who may see everybody's workload. */
export function WorkloadSection({ workload }: { workload: Workload }) {
  const t = useTranslations("report");
  return (
    <TableSection
      of="workload"
      keyOf={({ user_id }) => user_id}
      rows={workload}
      columns={[
        { id: "person", title: t("column.person"), place: "md:w-1/2 print:w-1/2", cell: Person, names: true },
        { id: "files", title: t("column.files"), cell: Files },
        { id: "half", title: t("column.half"), cell: Half },
      ]}
    >
      {workload.length > 0 && <p className="text-muted-foreground text-xs">{t("workload.about")}</p>}
    </TableSection>
  );
}

const Person = ({ row: { name } }: RowProps) => <span className="wrap-anywhere">{name}</span>;
const Files = ({ row: { decided } }: RowProps) => (
  <span className="tabular-nums">{useFormatter().number(decided)}</span>
);

function Half({ row: { decided, p50_seconds } }: RowProps) {
  const seconds = useSeconds();
  return decided < MIN_COMPARED_FILES || p50_seconds === null ? "–" : seconds(p50_seconds);
}
