import { useFormatter, useTranslations } from "next-intl";
import { useCodeWords } from "#components/kit/words.tsx";
import { EXCEPTIONS, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { Bars, barOf } from "./bars.tsx";
import { Charts, InsightSection, Measures } from "./insight-section.tsx";
import { LineChart } from "./line-chart.tsx";
import { percentileMeasures } from "./measure.tsx";
import { useCountLine, usePoints } from "./series.ts";
import { usePercent, useSeconds } from "./value-formats.ts";
import { WorkloadTable } from "./workload-table.tsx";

/** How reviews end and how long they take, and which facts overtook decisions. */
export function ReviewSection({ data }: { data: Insights }) {
  const t = useTranslations("insights");
  const format = useFormatter();
  const percent = usePercent();
  const seconds = useSeconds();
  const points = usePoints(data);
  const resolutionOf = useTranslations("review.resolution");
  const { review, dates } = data;
  const before = data.previous.review;
  const due = review.on_time + review.late;
  const dueBefore = before.on_time + before.late;
  const change = useCodeWords("insights-export.change");
  const exceptionOf = useCodeWords("insights.exception");
  const line = useCountLine(data);
  return (
    <InsightSection
      id="review"
      definitions={[
        ...(["opened", "decided", "on_time", "exceptions", "unedited", "reopened"] as const),
        ...(["decision_p50", "decision_p75", "decision_p90", "working_p50", "working_p90", "by_assignee"] as const),
        ...(dates.unchecked === null ? [] : (["unchecked"] as const)),
      ]}
    >
      <Measures
        of={[
          { of: "opened", value: review.opened, figure: "opened", before: before.opened },
          { of: "decided", value: review.decided, figure: "decided", before: before.decided },
          {
            of: "on_time",
            value: due === 0 ? null : review.on_time / due,
            words: percent,
            files: review.on_time,
            sample: due,
            figure: "on_time",
            before: dueBefore === 0 ? null : before.on_time / dueBefore,
            beforeFiles: dueBefore,
            moreIsBetter: true,
          },
          { of: "exceptions", value: review.exceptions, figure: "exception", before: before.exceptions },
          {
            of: "unedited",
            value: review.sentences === 0 ? null : review.unedited / review.sentences,
            words: percent,
            files: review.unedited,
            sample: review.sentences,
            figure: "unedited",
            before: before.sentences === 0 ? null : before.unedited / before.sentences,
            beforeFiles: before.sentences,
          },
          { of: "reopened", value: review.reopened_by_facts, figure: "reopened", before: before.reopened_by_facts },
          ...percentileMeasures("decision", {
            now: review,
            files: review.timed,
            before,
            beforeFiles: before.timed,
            words: seconds,
            figure: "timed_decision",
          }),
          ...(["p50", "p90"] as const).map((p) => ({
            of: `working_${p}` as const,
            value: review.working[`${p}_seconds`],
            words: seconds,
            files: review.timed,
            figure: "timed_decision" as const,
            startsRow: p === "p50",
          })),
        ]}
      />
      <Charts of="wide">
        <LineChart
          id="reviews"
          title={t("chartOf.reviews")}
          points={points}
          words={format.number}
          files={review.opened + review.decided}
          lines={[line("decided", "text-chart-1"), line("opened", "text-muted-foreground"), line("late", "text-high")]}
        />
        <Bars
          id="resolutions"
          title={t("chartOf.resolutions")}
          of={t("column.resolution")}
          files={review.decided}
          bars={RESOLUTIONS.map((code) =>
            barOf("resolution", code, { name: resolutionOf(code), files: review.by_resolution[code] }),
          )}
        />
      </Charts>
      <Charts of="three">
        <Bars
          id="due-times"
          title={t("chartOf.due")}
          of={t("column.due")}
          files={due}
          bars={(["on_time", "late"] as const).map((name) => ({
            key: name,
            name: t(`due.${name}`),
            files: review[name],
            figure: { name },
          }))}
        />
        <Bars
          id="exceptions"
          title={t("chartOf.exceptions")}
          of={t("column.exception")}
          files={review.exceptions}
          bars={EXCEPTIONS.map((code) =>
            barOf("exception", code, { name: exceptionOf(code), files: review.by_exception[code] }),
          )}
        />
        <Bars
          id="reopened-by"
          title={t("chartOf.reopened")}
          of={t("column.change")}
          files={review.reopened_by_facts}
          bars={review.by_change.map(({ change: code, files }) =>
            barOf("reopened_by", code, { name: change(code), files }),
          )}
        />
      </Charts>
      {review.by_assignee.length > 0 && <WorkloadTable rows={review.by_assignee} />}
      {dates.unchecked !== null && (
        <div className="space-y-3">
          <p className="text-muted-foreground text-sm">{t("checksNow")}</p>
          <Measures
            of={[
              {
                ...{ of: "unchecked", value: dates.unchecked, figure: "unchecked" },
                day: dateIn(data.computed_at, data.period.time_zone),
              },
            ]}
          />
        </div>
      )}
    </InsightSection>
  );
}
