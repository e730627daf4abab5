import { useFormatter, useTranslations } from "next-intl";
import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { Bars, barOf } from "./bars.tsx";
import { Charts, InsightSection, Measures } from "./insight-section.tsx";
import { LineChart } from "./line-chart.tsx";
import { usePoints } from "./series.ts";
import { usePercent, useSeconds } from "./value-formats.ts";

const TONES = { high: "text-high", medium: "text-medium", low: "text-low" } as const;

/** Findings of the period, and the most frequent missing fields. */
export function FindingsSection({ data }: { data: Insights }) {
  const t = useTranslations("insights");
  const severityOf = useTranslations("verification.severity");
  const format = useFormatter();
  const percent = usePercent();
  const seconds = useSeconds();
  const points = usePoints(data);
  const { findings, previous, series } = data;
  const { runs, run_files, final_runs, final_run_files, empty_final_runs, empty_final_run_files, clean } = findings;
  const decimal = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return (
    <InsightSection
      id="findings"
      definitions={[
        "run_files",
        "runs_per_file",
        "final_files",
        "empty_final",
        "clean",
        "severity",
        "messages",
        "missing",
      ]}
    >
      <Measures
        of={[
          { of: "run_files", value: run_files, figure: "run" },
          { of: "runs_per_file", value: share(runs, run_files), words: decimal, files: run_files, figure: "run" },
          { of: "final_files", value: final_run_files, figure: "final_run" },
          {
            of: "empty_final",
            value: share(empty_final_runs, final_runs),
            words: percent,
            files: empty_final_run_files,
            sample: final_runs,
            figure: "empty_final_run",
            before: share(previous.findings.empty_final_runs, previous.findings.final_runs),
            beforeFiles: previous.findings.final_runs,
          },
          { of: "clean", value: clean.p50_seconds, words: seconds, files: clean.files, figure: "clean" },
        ]}
      />
      <Charts of="wide">
        <LineChart
          id="severity"
          title={t("chartOf.severity")}
          points={points}
          words={format.number}
          files={run_files}
          lines={SEVERITIES.map((severity) => ({
            key: severity,
            name: severityOf(severity),
            tone: TONES[severity],
            values: series.map((part) => part.severity[severity]),
            figure: { name: "severity", value: severity },
          }))}
        />
        <Bars
          id="by-severity"
          title={t("chartOf.bySeverity")}
          of={t("column.severity")}
          files={run_files}
          bars={SEVERITIES.map((severity) =>
            barOf("severity", severity, { name: severityOf(severity), files: findings.by_severity[severity] }),
          )}
        />
      </Charts>
      <Charts of="two">
        <Bars
          id="messages"
          title={t("chartOf.messages")}
          of={t("column.message")}
          files={run_files}
          bars={findings.messages.map(({ id, text, files }) =>
            barOf("message", id, {
              name: text,
              mark: (
                <span lang="es" translate="no">
                  {text}
                </span>
              ),
              files,
            }),
          )}
        />
        <Bars
          id="missing-fields"
          title={t("chartOf.missing")}
          of={t("column.field")}
          files={run_files}
          bars={findings.missing_fields.map(({ missing_field: field, files }) =>
            barOf("missing_field", field, {
              name: field,
              mark: (
                <span lang="es" translate="no">
                  {field}
                </span>
              ),
              files,
            }),
          )}
        />
      </Charts>
    </InsightSection>
  );
}
