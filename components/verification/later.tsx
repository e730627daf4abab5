"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { SectionWaiting } from "./section-waiting.tsx";

/*
 * What asks the server for something of its own, beside what the page begins with: code and data come once the page can
 * be used.
 */

export const ActivityLater = dynamic(
  () => import("./activity/activity-section.tsx").then((module) => module.ActivitySection),
  {
    ssr: false,
    loading: function Waiting() {
      const t = useTranslations("verification.activity");
      return <SectionWaiting id="activity" title={t("title")} label={t("loading")} />;
    },
  },
);

export const PeopleLater = dynamic(() => import("./people/people-section.tsx").then((module) => module.PeopleSection), {
  ssr: false,
  loading: function Waiting() {
    const t = useTranslations("people");
    return <SectionWaiting id="people" title={t("title")} label={t("reading")} />;
  },
});
