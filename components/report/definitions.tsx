import { useTranslations } from "next-intl";
import { ReportSection } from "./report-section.tsx";

const TERMS = ["file", "finding", "decision", "exception", "due", "reopened", "digest"] as const;

/** The terms of the report. */
export function Definitions() {
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
