"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { BackLink } from "#components/kit/back-link.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { RecordZone, useRecordTime, useZoneName } from "#components/kit/record-time.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { type MonthlyReport, reportAddress } from "#lib/insights/contract/report.ts";
import { Button } from "@/components/ui/button";
import { ExceptionsSection } from "./exceptions-section.tsx";
import { MonthForm } from "./month-form.tsx";
import { NumbersSection } from "./numbers-section.tsx";
import { PoliciesSection } from "./policies-section.tsx";
import { ReasonsSection } from "./reasons-section.tsx";
import { ReopenedSection } from "./reopened-section.tsx";
import { ReportSection } from "./report-section.tsx";
import { useMonthName } from "./report-words.ts";
import { SignOffSection } from "./sign-off-section.tsx";
import { WorkloadSection } from "./workload-section.tsx";

/** `current`: the current month, the last month that can be chosen. */
type Props = { report: MonthlyReport; current: string };

/** The report of a month, for print: numbers, exceptions, the policy in force, and the sign-offs. */
export function ReportView({ report, current }: Props) {
  const { ignored } = useFilter(useMemo(() => reportAddress(current), [current]));
  return (
    <RecordZone value={report.time_zone}>
      <div className="max-w-4xl space-y-5 print:max-w-none">
        <div className="empty:hidden print:hidden">
          <IgnoredNote ignored={ignored} />
        </div>
        <article className="monthly-report space-y-6 text-sm print:space-y-4">
          <Heading report={report} />
          <div className="print:hidden">
            <MonthForm key={report.month} month={report.month} current={current} />
          </div>
          <NumbersSection report={report} />
          <ExceptionsSection report={report} />
          <ReasonsSection reasons={report.reasons} />
          <ReopenedSection report={report} />
          <PoliciesSection policies={report.policies} />
          {report.workload && <WorkloadSection workload={report.workload} />}
          <Definitions />
          <SignOffSection report={report} />
        </article>
      </div>
    </RecordZone>
  );
}

function Heading({ report }: Pick<Props, "report">) {
  const t = useTranslations("report");
  const monthName = useMonthName();
  const day = useDayFormat();
  const zoneName = useZoneName();
  const timeOf = useRecordTime();
  const { month, from, to, time_zone, made_at, origin, is_over, pending_files } = report;
  const file = new URLSearchParams({ from, to, group: "month", values: "words" });
  return (
    <PageHeader
      title={t("heading", { month: monthName(month) })}
      back={<BackLink href="/insights">{t("back")}</BackLink>}
      facts={
        <>
          <p>{t("period", { from: day(from), to: day(to), zone: zoneName(time_zone) })}</p>
          <p className="text-muted-foreground text-xs">{t("made", { at: timeOf(made_at), origin })}</p>
          {!is_over && <p className="font-medium text-waiting">{t("notOver")}</p>}
          {pending_files > 0 && <p className="font-medium text-waiting">{t("pending", { count: pending_files })}</p>}
        </>
      }
    >
      <Button asChild variant="outline" size="sm">
        <a href={`/api/exports/insights?${file}`} download>
          <Download aria-hidden />
          {t("csv")}
        </a>
      </Button>
      <PrintButton>{t("print")}</PrintButton>
    </PageHeader>
  );
}

const TERMS = ["file", "finding", "decision", "exception", "due", "reopened", "digest"] as const;

function Definitions() {
  const t = useTranslations("report");
  return (
    <ReportSection title={t("section.definitions")}>
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-2 print:grid-cols-2 print:gap-y-1 print:text-[7pt] print:leading-tight">
        {TERMS.map((term) => (
          <div key={term}>
            <dt className="font-medium">{t(`definition.${term}.name`)}</dt>
            <dd className="text-muted-foreground">{t(`definition.${term}.about`)}</dd>
          </div>
        ))}
      </dl>
    </ReportSection>
  );
}
