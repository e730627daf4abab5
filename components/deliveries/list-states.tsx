"use client";

import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Failure, ListFailure } from "#components/list/list-failure.tsx";
import { ListMessage } from "#components/list/list-message.tsx";

type Focus = { focusElsewhere: () => void };

/** Nothing has arrived yet: why, and where to look if something should have. */
export function EmptyList({ focusElsewhere }: Focus) {
  const t = useTranslations("deliveries.empty");
  return (
    <ListMessage role="status" icon={<Inbox aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      <p>{t("what")}</p>
    </ListMessage>
  );
}

/** The list could not be loaded: what failed, that nothing is lost, and the next step. */
export function FailedList(failure: Failure) {
  const t = useTranslations("deliveries.failed");
  return <ListFailure title={t("title")} safe={t("safe")} {...failure} />;
}
