"use client";

import { CloudOff, FilterX, Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { ListMessage } from "#components/list/list-message.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";

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

/** There are deliveries, but none that pass the filters. */
export function NothingMatches({ onClear, focusElsewhere }: Focus & { onClear: () => void }) {
  const t = useTranslations("deliveries.nothing");
  return (
    <ListMessage role="status" icon={<FilterX aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      <Button variant="outline" onClick={onClear}>
        {t("clear")}
      </Button>
    </ListMessage>
  );
}

/** The list could not be loaded: what failed, that nothing is lost, and the next step. */
export function FailedList({ error, onRetry, focusElsewhere }: Focus & { error: Error | null; onRetry: () => void }) {
  const t = useTranslations("deliveries.failed");
  const code = error instanceof ApiError && error.status !== 0 ? error.code : null;
  return (
    <ListMessage role="alert" icon={<CloudOff aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{code === null ? t("offline") : t("other", { code })}</p>
      <p>{t("safe")}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("retry")}
      </Button>
    </ListMessage>
  );
}
