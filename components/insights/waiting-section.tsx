import { useTranslations } from "next-intl";
import { useBucketWords } from "#components/desk/verifications/figure-words.ts";
import { DocumentsMeter } from "#components/kit/documents-meter.tsx";
import { useDocumentsStatusName } from "#components/kit/words.tsx";
import { type Insights, MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { WAITING_DAYS } from "#lib/platform/contract/figure.ts";
import { Bars, barOf } from "./bars.tsx";
import { FigureLink } from "./figure-link.tsx";
import { Charts, Gap, InsightSection } from "./insight-section.tsx";
import { useSeconds } from "./value-formats.ts";

/** States that files went through in the period, and files that wait now. */
export function WaitingSection({ data: { funnel, funnel_gaps, waiting } }: { data: Insights }) {
  const t = useTranslations("insights");
  const seconds = useSeconds();
  const bucket = useBucketWords();
  const nameOf = useDocumentsStatusName();
  const days = (count: number) => t("days", { count });
  return (
    <InsightSection id="waiting" definitions={["entered", "stayed", "moved_back", "waiting"]}>
      <Bars
        id="funnel"
        title={t("chartOf.funnel")}
        of={t("column.status")}
        more={[t("column.stayed"), t("column.left"), t("column.back")]}
        files={funnel.reduce((sum, { files }) => sum + files, 0)}
        bars={funnel.map(({ documents_status, files, p50_seconds, stayed, backward }) => ({
          key: documents_status,
          name: nameOf(documents_status),
          mark: <DocumentsMeter status={documents_status} />,
          files,
          figure: { name: "entered", value: documents_status },
          more: [
            p50_seconds === null || stayed < MIN_COMPARED_FILES ? "–" : seconds(p50_seconds),
            <FigureLink
              key="left"
              figure={{ name: "stayed", value: documents_status }}
              count={stayed}
              label={`${t("column.left")}: ${nameOf(documents_status)}`}
            />,
            <FigureLink
              key="back"
              figure={{ name: "moved_back", value: documents_status }}
              count={backward}
              label={`${t("column.back")}: ${nameOf(documents_status)}`}
            />,
          ],
        }))}
      >
        <div className="pt-2">
          <Gap of="funnel" figure="status_gap" count={funnel_gaps} />
        </div>
      </Bars>
      <div className="space-y-3">
        <p className="text-muted-foreground text-sm">{waiting.length === 0 ? t("nothingWaits") : t("waitsNow")}</p>
        <Charts of="three">
          {waiting.map(({ documents_status, ages }) => {
            const files = ages.reduce((sum, age) => sum + age.files, 0);
            return (
              <Bars
                key={documents_status}
                id={`waiting-${documents_status}`}
                title={t("chartOf.waiting", { status: nameOf(documents_status), count: files })}
                of={t("column.age")}
                files={files}
                bars={ages.map(({ files }, place) =>
                  barOf("waiting", `${documents_status}:${place}`, { name: bucket(place, WAITING_DAYS, days), files }),
                )}
              />
            );
          })}
        </Charts>
      </div>
    </InsightSection>
  );
}
