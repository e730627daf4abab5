"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ActivityWaiting } from "./activity-waiting.tsx";
import { Section } from "./section.tsx";

/** The feed stands below everything else: its code and its entries come once the page can be used. */
export const ActivityLater = dynamic(() => import("./activity-section.tsx").then((module) => module.ActivitySection), {
  ssr: false,
  loading: Waiting,
});

function Waiting() {
  const t = useTranslations("verification.activity");
  return (
    <Section id="activity" title={t("title")}>
      <ActivityWaiting label={t("loading")} />
    </Section>
  );
}
