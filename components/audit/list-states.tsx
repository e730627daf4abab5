"use client";

import { FilterX, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Failure, ListFailure } from "#components/list/list-failure.tsx";
import { ListMessage } from "#components/list/list-message.tsx";
import { Button } from "#components/ui/button.tsx";

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

/** There are entries, but none that pass the filters. */
export function NothingMatches({ onClear, focusElsewhere }: Focus & { onClear: () => void }) {
  const t = useTranslations("audit.nothing");
  return (
    <ListMessage role="status" icon={<FilterX aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      <Button variant="outline" onClick={onClear}>
        {t("clear")}
      </Button>
    </ListMessage>
  );
}

/** The trail could not be loaded: what failed, that nothing is lost, and the next step. */
export function FailedTrail(failure: Failure) {
  const t = useTranslations("audit.failed");
  return <ListFailure title={t("title")} safe={t("safe")} {...failure} />;
}
