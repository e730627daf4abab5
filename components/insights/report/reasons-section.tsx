import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReportedReason } from "#lib/insights/contract/report.ts";
import { TableSection } from "./report-section.tsx";

type RowProps = { row: ReportedReason };

/** Rejected and closed files by reason. */
export function ReasonsSection({ reasons }: { reasons: readonly ReportedReason[] }) {
  const t = useTranslations("report");
  return (
    <TableSection
      of="reasons"
      keyOf={({ resolution, code }) => `${resolution} ${code}`}
      rows={reasons}
      columns={[
        { id: "reason", title: t("column.reason"), place: "md:w-1/2 print:w-1/2", cell: Reason, names: true },
        { id: "decision", title: t("column.decision"), cell: Resolution },
        { id: "files", title: t("column.files"), cell: Files },
      ]}
    />
  );
}

function Reason({ row: { code, words } }: RowProps) {
  const t = useTranslations("report.reasons");
  const locale = useLocale();
  return <span className="wrap-anywhere">{words?.[locale === "en" ? "en" : "es"] ?? code ?? t("none")}</span>;
}

const Resolution = ({ row: { resolution } }: RowProps) => useTranslations("review.resolution")(resolution);

const Files = ({ row: { files } }: RowProps) => <span className="tabular-nums">{useFormatter().number(files)}</span>;
