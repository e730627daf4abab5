import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { OtherFieldsSection } from "#components/page/other-fields-section.tsx";
import { SectionWaiting } from "#components/page/section.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";

/* Sections with their own requests: their code and data load when the page is interactive. */

const ActivityLater = dynamic(() => import("./activity-section.tsx").then((module) => module.ActivitySection), {
  ssr: false,
  loading: function Waiting() {
    const t = useTranslations("verification.activity");
    return <SectionWaiting id="activity" title={t("title")} label={t("loading")} />;
  },
});

const PeopleLater = dynamic(
  () => import("#components/people/people-section.tsx").then((module) => module.PeopleSection),
  {
    ssr: false,
    loading: function Waiting() {
      const t = useTranslations("people");
      return <SectionWaiting id="people" title={t("title")} label={t("reading")} />;
    },
  },
);

export const FileOpenings = dynamic(() => import("./file-openings.tsx").then((module) => module.FileOpenings), {
  ssr: false,
});

/* Sections of few files. */

export const RequestAnswers = dynamic(() =>
  import("#components/review/request/request-answers.tsx").then((module) => module.RequestAnswers),
);

/*
 * A reading mostly returns known data. Answers share equal parts with earlier answers, so only sections with changed
 * facts render again.
 */
export const Timeline = memo(DocumentsTimeline);
export const Findings = memo(FindingsSection);
export const Labels = memo(LabelsSection);
export const Items = memo(ItemsSection);
export const People = memo(PeopleLater);
export const Activity = memo(ActivityLater);
export const OtherFields = memo(OtherFieldsSection);
