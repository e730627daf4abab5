import { useFormatter, useTranslations } from "next-intl";
import { useBucketWords } from "#components/desk/verifications/figure-words.ts";
import { type Insights, MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { COMPLETION_BUCKETS } from "#lib/platform/contract/figure.ts";
import { Bars, barOf } from "./bars.tsx";
import { Charts, Gap, InsightSection, Measures } from "./insight-section.tsx";
import { LineChart } from "./line-chart.tsx";
import { percentileMeasures } from "./measure.tsx";
import { useCountLine, usePoints } from "./series.ts";
import { useSeconds } from "./value-formats.ts";

const DAY = 86_400;
const HOUR = 3_600;

/** The time from the creation to the completion of files. */
export function CompletionSection({ data }: { data: Insights }) {
  const t = useTranslations("insights");
  const format = useFormatter();
  const seconds = useSeconds();
  const bucket = useBucketWords();
  const points = usePoints(data);
  const line = useCountLine(data);
  const { completion, previous, series } = data;
  const created = series.reduce((sum, part) => sum + part.created, 0);
  const medians = series.map((part) => (part.completed < MIN_COMPARED_FILES ? null : part.p50_completion_seconds));
  return (
    <InsightSection
      id="completion"
      definitions={["created", "completed", "completion_p50", "completion_p75", "completion_p90", "buckets"]}
    >
      <Measures
        of={[
          { of: "created", value: created, figure: "created", before: previous.created },
          { of: "completed", value: completion.files, figure: "completed", before: previous.completion.files },
          ...percentileMeasures("completion", {
            now: completion,
            files: completion.files,
            before: previous.completion,
            beforeFiles: previous.completion.files,
            words: seconds,
            figure: "completed",
          }),
        ]}
      />
      <div className="space-y-1">
        <Gap of="unknown" figure="completion_unknown" count={completion.unknown} />
        <Gap of="unreported" figure="completion_unreported" count={completion.unreported} />
      </div>
      <Charts of="three">
        <LineChart
          id="created-and-completed"
          title={t("chartOf.completed")}
          points={points}
          words={format.number}
          files={created + completion.files}
          lines={[line("completed", "text-chart-1"), line("created", "text-muted-foreground")]}
        />
        <LineChart
          id="completion-median"
          title={t("chartOf.median")}
          points={points}
          words={seconds}
          unit={Math.max(...medians.map((median) => median ?? 0)) > 2 * DAY ? DAY : HOUR}
          files={completion.files}
          lines={[
            {
              key: "median",
              name: t("line.median"),
              tone: "text-chart-1",
              values: medians,
              files: series.map((part) => part.completed),
              figure: { name: "completed" },
            },
          ]}
        />
        <Bars
          id="completion-buckets"
          title={t("chartOf.buckets")}
          of={t("column.time")}
          files={completion.files}
          bars={completion.buckets.map(({ files }, place) =>
            barOf("completed_within", String(place), { name: bucket(place, COMPLETION_BUCKETS, seconds), files }),
          )}
        />
      </Charts>
    </InsightSection>
  );
}
