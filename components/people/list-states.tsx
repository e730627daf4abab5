"use client";

import { CloudOff, SearchX, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { ListMessage } from "#components/list/list-message.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";

type Focus = { focusElsewhere: () => void };

/** No verification has people yet: why, and what fills the list. */
export function NobodyYet({ focusElsewhere }: Focus) {
  const t = useTranslations("people.nobodyYet");
  return (
    <ListMessage role="status" icon={<Users aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      <p>{t("what")}</p>
    </ListMessage>
  );
}

type NothingProps = Focus & {
  /** Whether outcomes narrow the search as well. */
  narrowed: boolean;
  onWiden: () => void;
};

/** There are people, but none like that. */
export function NobodyFound({ narrowed, onWiden, focusElsewhere }: NothingProps) {
  const t = useTranslations("people.nothing");
  return (
    <ListMessage role="status" icon={<SearchX aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      {narrowed && (
        <Button variant="outline" onClick={onWiden}>
          {t("widen")}
        </Button>
      )}
    </ListMessage>
  );
}

/** The search did not work: what failed, that nothing is lost, and the next step. */
export function FailedSearch({ error, onRetry, focusElsewhere }: Focus & { error: Error | null; onRetry: () => void }) {
  const t = useTranslations("people.searchFailed");
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
