"use client";

import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Failure, ListFailure } from "#components/list/list-failure.tsx";
import { ListMessage } from "#components/list/list-message.tsx";

type Focus = { focusElsewhere: () => void };

/** Nothing has been recorded yet. */
export function EmptyTrail({ focusElsewhere }: Focus) {
  const t = useTranslations("audit.empty");
  return (
    <ListMessage role="status" icon={<ScrollText aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
    </ListMessage>
  );
}

/** The trail could not be loaded: what failed, that nothing is lost, and the next step. */
export function FailedTrail(failure: Failure) {
  const t = useTranslations("audit.failed");
  return <ListFailure title={t("title")} safe={t("safe")} {...failure} />;
}
