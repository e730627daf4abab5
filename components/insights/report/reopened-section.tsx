import { useTranslations } from "next-intl";
import { useCodeWords } from "#components/kit/words.tsx";
import type { MonthlyReport, ReportedReopening } from "#lib/insights/contract/report.ts";
import { TableSection } from "./report-section.tsx";
import { useRecordDay } from "./report-words.ts";
import { MoreFiles, ReportedDay, ReportedFileName } from "./reported-file.tsx";

type RowProps = { row: ReportedReopening };

/** Decisions that were reopened because facts changed, and their later outcome. */
export function ReopenedSection({ report: { month, reopened } }: { report: MonthlyReport }) {
  const t = useTranslations("report");
  const { items, total } = reopened;
  return (
    <TableSection
      of="reopened"
      keyOf={({ verification_id, at }) => `${verification_id} ${at}`}
      rows={items}
      columns={[
        { id: "at", title: t("column.at"), place: "md:w-28 print:w-[8%]", cell: ReportedDay },
        { id: "file", title: t("column.file"), place: "md:w-[30%] print:w-[29%]", cell: File, names: true },
        { id: "changes", title: t("column.changes"), cell: Changes },
        { id: "earlier", title: t("column.earlier"), cell: Earlier },
        { id: "outcome", title: t("column.outcome"), cell: Outcome },
      ]}
    >
      <MoreFiles of="reopened" count={total - items.length} figure="reopened" month={month} />
    </TableSection>
  );
}

const File = ({ row }: RowProps) => <ReportedFileName file={row} />;

function Changes({ row: { changes } }: RowProps) {
  const words = useCodeWords("insights-export.change");
  return changes.map((change) => (
    <span key={change} className="block">
      {words(change)}
    </span>
  ));
}

function Earlier({ row: { decided } }: RowProps) {
  const t = useTranslations("report.reopened");
  const resolution = useTranslations("review.resolution");
  const day = useRecordDay();
  return decided ? t("decided", { resolution: resolution(decided.resolution), day: day(decided.at) }) : t("unknown");
}

function Outcome({ row: { outcome } }: RowProps) {
  const t = useTranslations("report");
  const resolution = useTranslations("review.resolution");
  const state = useTranslations("review.state");
  const day = useRecordDay();
  if (outcome.kind === "vanished") return t("reopened.vanished", { day: day(outcome.at) });
  if (outcome.kind === "state") return state(outcome.state ?? "none");
  const { at, by } = outcome;
  return t("reopened.outcome", {
    resolution: resolution(outcome.resolution),
    name: by ?? t("gone"),
    day: day(at),
  });
}
