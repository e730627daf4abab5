"use client";

import { Download } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useSeconds } from "#components/insights/value-formats.ts";
import { BackLink } from "#components/kit/back-link.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { RecordZone, useRecordTime, useZoneName } from "#components/kit/record-time.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import type { ReportedReason } from "#lib/insights/contract/report.ts";
import { type MonthlyReport, reportAddress } from "#lib/insights/contract/report.ts";
import { Button } from "@/components/ui/button";
import { ExceptionsSection } from "./exceptions-section.tsx";
import { MonthForm } from "./month-form.tsx";
import { NumbersSection } from "./numbers-section.tsx";
import { PoliciesSection } from "./policies-section.tsx";
import { ReopenedSection } from "./reopened-section.tsx";
import { ReportSection, TableSection } from "./report-section.tsx";
import { useMonthName } from "./report-words.ts";
import { SignOffSection } from "./sign-off-section.tsx";

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

type Workload = NonNullable<MonthlyReport["workload"]>;
type AuthorProps = { row: Workload[number] };

/** Decisions of the month by author, for readers who may see everybody's workload. */
function WorkloadSection({ workload }: { workload: Workload }) {
  const t = useTranslations("report");
  return (
    <TableSection
      of="workload"
      keyOf={({ user_id }) => user_id}
      rows={workload}
      columns={[
        { id: "person", title: t("column.person"), place: "md:w-1/2 print:w-1/2", cell: Person, names: true },
        { id: "files", title: t("column.files"), cell: Decided },
        { id: "half", title: t("column.half"), cell: Half },
      ]}
    >
      {workload.length > 0 && <p className="text-muted-foreground text-xs">{t("workload.about")}</p>}
    </TableSection>
  );
}

const Person = ({ row: { name } }: AuthorProps) => <span className="wrap-anywhere">{name}</span>;
const Decided = ({ row: { decided } }: AuthorProps) => (
  <span className="tabular-nums">{useFormatter().number(decided)}</span>
);

function Half({ row: { decided, p50_seconds } }: AuthorProps) {
  const seconds = useSeconds();
  return decided < MIN_COMPARED_FILES || p50_seconds === null ? "–" : seconds(p50_seconds);
}

type ReasonProps = { row: ReportedReason };

/** Rejected and closed files by reason. */
function ReasonsSection({ reasons }: { reasons: readonly ReportedReason[] }) {
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

function Reason({ row: { code, words } }: ReasonProps) {
  const t = useTranslations("report.reasons");
  const locale = useLocale();
  return <span className="wrap-anywhere">{words?.[locale === "en" ? "en" : "es"] ?? code ?? t("none")}</span>;
}

const Resolution = ({ row: { resolution } }: ReasonProps) => useTranslations("review.resolution")(resolution);

const Files = ({ row: { files } }: ReasonProps) => <span className="tabular-nums">{useFormatter().number(files)}</span>;
