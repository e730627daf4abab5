import { useFormatter, useLocale, useTranslations } from "next-intl";
import { SmallTable } from "#components/list/small-table.tsx";
import type { ReportedReason } from "#lib/contract/insights/report.ts";
import { Nothing, ReportSection, TABLE } from "./report-section.tsx";

type RowProps = { row: ReportedReason };

/** Rejected and closed files by reason. */
export function ReasonsSection({ reasons }: { reasons: readonly ReportedReason[] }) {
  const t = useTranslations("report");
  return (
    <ReportSection title={t("section.reasons")}>
      {reasons.length === 0 ? (
        <Nothing>{t("reasons.empty")}</Nothing>
      ) : (
        <SmallTable
          label={t("section.reasons")}
          keyOf={({ resolution, code }) => `${resolution} ${code}`}
          rows={reasons}
          columns={[
            { id: "reason", title: t("column.reason"), place: "md:w-1/2 print:w-1/2", cell: Reason, names: true },
            { id: "decision", title: t("column.decision"), cell: Resolution },
            { id: "files", title: t("column.files"), cell: Files },
          ]}
          layout={TABLE}
        />
      )}
    </ReportSection>
  );
}

function Reason({ row: { code, words } }: RowProps) {
  const t = useTranslations("report.reasons");
  const locale = useLocale();
  return <span className="wrap-anywhere">{words?.[locale === "en" ? "en" : "es"] ?? code ?? t("none")}</span>;
}

const Resolution = ({ row: { resolution } }: RowProps) => useTranslations("review.resolution")(resolution);

const Files = ({ row: { files } }: RowProps) => <span className="tabular-nums">{useFormatter().number(files)}</span>;
