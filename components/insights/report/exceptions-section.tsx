import { useTranslations } from "next-intl";
import type { MonthlyReport, ReportedException } from "#lib/insights/contract/report.ts";
import { dotted } from "#lib/platform/contract/text.ts";
import { TableSection } from "./report-section.tsx";
import { MoreFiles, ReportedDay, ReportedFileName } from "./reported-file.tsx";

type RowProps = { row: ReportedException };

/** Acceptances that had exceptions, each with a link to its record. */
export function ExceptionsSection({ report: { month, exceptions } }: { report: MonthlyReport }) {
  const t = useTranslations("report");
  const { items, total } = exceptions;
  return (
    <TableSection
      of="exceptions"
      keyOf={({ entry_id }) => String(entry_id)}
      rows={items}
      columns={[
        { id: "at", title: t("column.at"), place: "md:w-28 print:w-[8%]", cell: ReportedDay },
        { id: "file", title: t("column.file"), place: "md:w-[30%] print:w-[29%]", cell: File, names: true },
        { id: "exceptions", title: t("column.exceptions"), place: "md:w-1/4 print:w-[30%]", cell: Exceptions },
        { id: "reason", title: t("column.reason"), cell: Reason },
      ]}
    >
      <MoreFiles of="exceptions" count={total - items.length} figure="exception" month={month} />
    </TableSection>
  );
}

function File({ row }: RowProps) {
  const t = useTranslations("report.exceptions");
  const href = `/verifications/${encodeURIComponent(row.verification_id)}/decision?entry=${row.entry_id}`;
  return <ReportedFileName file={row} href={href} label={(file) => t("record", { file })} />;
}

function Exceptions({ row: { exceptions, decided_by, approved_by } }: RowProps) {
  const t = useTranslations("report");
  const by = [
    t("exceptions.decided", { name: decided_by ?? t("gone") }),
    ...(approved_by === null ? [] : [t("exceptions.approved", { name: approved_by })]),
  ];
  return (
    <span className="wrap-anywhere">
      {dotted(exceptions.map((kind) => t(`exception.${kind}`)))}
      <span className="block text-muted-foreground text-xs print:text-[7pt]">{dotted(by)}</span>
    </span>
  );
}

const Reason = ({ row: { reason } }: RowProps) => (
  <span className="wrap-anywhere print:text-[7pt]">{reason ?? "–"}</span>
);
