"use client";

import { SearchX, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Failure, ListFailure } from "#components/list/list-failure.tsx";
import { ListMessage } from "#components/list/list-message.tsx";
import { Button } from "#components/ui/button.tsx";

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
export function FailedSearch(failure: Failure) {
  const t = useTranslations("people.searchFailed");
  return <ListFailure title={t("title")} safe={t("safe")} {...failure} />;
}
