import Link from "next/link";
import { useTranslations } from "next-intl";
import { SmallTable } from "#components/list/small-table.tsx";
import type { MonthlyReport, ReportedException } from "#lib/contract/insights/report.ts";
import { figureAddress } from "./numbers-section.tsx";
import { Nothing, ReportSection, TABLE } from "./report-section.tsx";
import { SHORT_DAY, useRecordDay } from "./report-words.ts";
import { ReportedFileName } from "./reported-file.tsx";

type RowProps = { row: ReportedException };

/** Acceptances in spite of exceptions, each with its record. */
export function ExceptionsSection({ report: { month, exceptions } }: { report: MonthlyReport }) {
  const t = useTranslations("report");
  const { items, total } = exceptions;
  return (
    <ReportSection title={t("section.exceptions")}>
      {total === 0 ? (
        <Nothing>{t("exceptions.empty")}</Nothing>
      ) : (
        <SmallTable
          label={t("section.exceptions")}
          keyOf={({ entry_id }) => String(entry_id)}
          rows={items}
          columns={[
            { id: "at", title: t("column.at"), place: "md:w-28 print:w-[8%]", cell: At },
            { id: "file", title: t("column.file"), place: "md:w-[30%] print:w-[29%]", cell: File, names: true },
            { id: "exceptions", title: t("column.exceptions"), place: "md:w-1/4 print:w-[30%]", cell: Exceptions },
            { id: "reason", title: t("column.reason"), cell: Reason },
          ]}
          layout={TABLE}
        />
      )}
      {total > items.length && (
        <p>
          {t("exceptions.more", { count: total - items.length })}{" "}
          <Link
            href={figureAddress({ name: "exception", value: null }, month)}
            prefetch={false}
            className="rounded underline underline-offset-2 print:hidden"
          >
            {t("exceptions.link")}
          </Link>
        </p>
      )}
    </ReportSection>
  );
}

const At = ({ row: { at } }: RowProps) => (
  <time dateTime={at} className="text-muted-foreground tabular-nums">
    {useRecordDay()(at, SHORT_DAY)}
  </time>
);

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
      {exceptions.map((kind) => t(`exception.${kind}`)).join(" · ")}
      <span className="block text-muted-foreground text-xs print:text-[7pt]">{by.join(" · ")}</span>
    </span>
  );
}

const Reason = ({ row: { reason } }: RowProps) => (
  <span className="wrap-anywhere print:text-[7pt]">{reason ?? "–"}</span>
);
