import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { createContext, type ReactNode, use } from "react";
import { useSeconds } from "#components/insights/value-formats.ts";
import { SmallTable } from "#components/kit/list/small-table.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { useWords } from "#components/kit/words.tsx";
import { MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { daysOfMonth, type MonthlyReport, monthAfter } from "#lib/insights/contract/report.ts";
import type { Measure, ReportRow } from "#lib/insights/contract/report-rows.ts";
import { NOT_NARROWED, writeFigure } from "#lib/platform/contract/figure.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { ReportSection, TABLE } from "./report-section.tsx";

type Props = { report: MonthlyReport };

const Month = createContext("");

/** The address of the list that shows the files of a figure. */
export const figureAddress = ({ name, value }: ReportRow["figure"], month: string): string => {
  const figure = writeFigure({ name, value, ...daysOfMonth(month), ...NOT_NARROWED });
  return `/verifications?${new URLSearchParams({ figure })}`;
};

export function NumbersSection({ report }: Props) {
  const t = useTranslations("report");
  return (
    <Month value={report.month}>
      <ReportSection title={t("section.numbers")}>
        <SmallTable
          label={t("section.numbers")}
          keyOf={({ name }) => name}
          rows={report.rows}
          above={(row) =>
            report.rows.find(({ group }) => group === row.group) === row && (
              <span className="font-medium">{t(`group.${row.group}`)}</span>
            )
          }
          columns={[
            { id: "number", title: t("column.number"), place: "md:w-1/2 print:w-[60%]", cell: NumberName, names: true },
            { id: "now", title: t("column.now"), cell: Now },
            { id: "before", title: t("column.before"), place: "text-muted-foreground", cell: Before },
          ]}
          layout={TABLE}
        />
        <p className="text-muted-foreground text-xs print:text-[7pt]">{t("timesAbout", { few: MIN_COMPARED_FILES })}</p>
        <DatesToday report={report} />
        <Gaps gaps={report.gaps} />
        <Failures failures={report.failures} />
      </ReportSection>
    </Month>
  );
}

type RowProps = { row: ReportRow };

/** Numbers that are parts of the number above them. */
const SUBTOTALS: ReadonlySet<string> = new Set<ReportRow["name"]>(["accepted", "rejected", "closed"]);

function NumberName({ row: { name } }: RowProps) {
  const t = useTranslations("report.number");
  return (
    <span className="print:grid print:grid-cols-[2fr_3fr] print:gap-x-3">
      <span className={SUBTOTALS.has(name) ? "pl-4" : "font-medium"}>{t(`${name}.name`)}</span>
      {t.has(`${name}.about` as "created.about") && (
        <span className="block text-muted-foreground text-xs print:text-[7pt]">
          {t(`${name}.about` as "created.about")}
        </span>
      )}
    </span>
  );
}

const Now = ({ row }: RowProps) => <Files row={row} named="now" />;
const Before = ({ row }: RowProps) => <Files row={row} named="before" />;

/** A number with a link to the list of its files, if there are any. */
function Files({ row: { figure, ...row }, named }: RowProps & { named: "now" | "before" }) {
  const t = useTranslations("report.column");
  const month = use(Month);
  const words = useMeasureWords();
  const [first, second] = words(row[named]);
  return (
    <span className="tabular-nums">
      <span className="text-muted-foreground text-xs md:hidden print:hidden">{`${t(named)}: `}</span>
      <FilesLink files={row[named].files} href={figureAddress(figure, named === "now" ? month : monthAfter(month, -1))}>
        {first}
      </FilesLink>
      {second && <span className="block text-muted-foreground text-xs">{second}</span>}
    </span>
  );
}

type LinkProps = { files: number; href: string; children: ReactNode };

const FilesLink = ({ files, href, children }: LinkProps) =>
  files === 0 ? (
    <span>{children}</span>
  ) : (
    <Link href={href} prefetch={false} className="rounded underline-offset-2 hover:underline">
      {children}
    </Link>
  );

/** Words for a number and for an optional second line. */
function useMeasureWords(): (measure: Measure) => [string, string?] {
  const t = useTranslations("report");
  const format = useFormatter();
  const seconds = useSeconds();
  return ({ files, of, times }) => {
    if (times) {
      const { p50_seconds, p75_seconds, p90_seconds } = times;
      if (files === 0) return [t("none")];
      if (files < MIN_COMPARED_FILES || p50_seconds === null || p75_seconds === null || p90_seconds === null) {
        return [t("few", { count: files })];
      }
      const words = { p50: seconds(p50_seconds), p75: seconds(p75_seconds), p90: seconds(p90_seconds) };
      return [t("times", words), t("of", { count: files })];
    }
    if (of === 0) return [t("none")];
    if (of === null) return [format.number(files)];
    if (of < MIN_COMPARED_FILES) return [t("shareFew", { part: files, whole: of })];
    return [t("share", { part: files, whole: of, percent: format.number(files / of, { style: "percent" }) })];
  };
}

/** Numbers of the day of the report, each with the list of its files. */
function DatesToday({ report: { dates, made_at, time_zone } }: Props) {
  const t = useTranslations("report.dates");
  const dayOf = useDayFormat();
  const day = dateIn(made_at, time_zone);
  const figure = writeFigure({ name: "unchecked", value: null, from: day, to: day, ...NOT_NARROWED });
  const lists = { unchecked: new URLSearchParams({ figure }), overdue: "due_dates=overdue" };
  const shown = (["unchecked", "overdue"] as const).filter((name) => dates[name] !== null);
  if (shown.length === 0) return null;
  return (
    <div className="text-xs print:text-[8pt]">
      <h3 className="font-medium">{t("title", { day: dayOf(day) })}</h3>
      <ul className="list-disc pl-4">
        {shown.map((name) => (
          <li key={name}>
            <FilesLink files={dates[name] ?? 0} href={`/verifications?${lists[name]}`}>
              {t(name, { count: dates[name] ?? 0 })}
            </FilesLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Gaps({ gaps }: Pick<MonthlyReport, "gaps">) {
  const t = useTranslations("report.gaps");
  const some = (Object.keys(gaps) as (keyof typeof gaps)[]).filter((gap) => gaps[gap] > 0);
  if (some.length === 0) return null;
  return (
    <div className="text-xs print:text-[8pt]">
      <h3 className="font-medium">{t("title")}</h3>
      <ul className="list-disc pl-4">
        {some.map((gap) => (
          <li key={gap}>{t(gap, { count: gaps[gap] })}</li>
        ))}
      </ul>
    </div>
  );
}

function Failures({ failures }: Pick<MonthlyReport, "failures">) {
  const t = useTranslations("report.failures");
  const types = useWords("itemType");
  const errors = useWords("itemError");
  if (failures.length === 0) return null;
  return (
    <div className="text-xs print:text-[8pt]">
      <h3 className="font-medium">{t("title")}</h3>
      <ul className="wrap-anywhere list-disc pl-4">
        {failures.map(({ item_type, item_error, files }) => (
          <li key={`${item_type} ${item_error}`}>
            <span>{`${item_type === null ? t("unknown") : (types(item_type) ?? item_type)}: `}</span>
            <span>{item_error === null ? t("unstated") : (errors(item_error) ?? item_error)}</span>
            <span className="text-muted-foreground">{` (${t("files", { count: files })})`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
