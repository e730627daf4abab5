import { useTranslations } from "next-intl";
import { matchChoices } from "#components/list/choice-list.tsx";
import { AUDIT_ACTIONS, type AuditAction } from "#lib/contract/audit/audit.ts";
import { MAX_VALUES } from "#lib/contract/url-parameters.ts";
import { Button } from "@/components/ui/button";

/** Shorter texts match too many actions. */
const MIN_TEXT_LENGTH = 3;
const MAX_SHOWN = 8;

type Props = {
  text: string;
  /** Replaces the text by a filter of these actions. */
  onActions: (actions: AuditAction[]) => void;
};

/** Buttons that filter by the actions whose names, in the reader's language, contain all words of the text. */
export function ActionsOfText({ text, onActions }: Props) {
  const t = useTranslations("audit");
  if (text.length < MIN_TEXT_LENGTH) return null;
  const actions = matchChoices(AUDIT_ACTIONS, text, (action) => t(`action.${action}`));
  if (actions.length === 0) return null;
  return (
    <section aria-label={t("search.actions")} className="flex flex-wrap items-center gap-1.5 pb-2.5 text-xs">
      <span aria-hidden className="text-muted-foreground">
        {t("search.actions")}
      </span>
      {actions.length > 1 && actions.length <= MAX_VALUES && (
        <Button variant="outline" size="xs" onClick={() => onActions(actions)}>
          {t("search.allActions", { count: actions.length })}
        </Button>
      )}
      {actions.slice(0, MAX_SHOWN).map((action) => (
        <Button key={action} variant="outline" size="xs" onClick={() => onActions([action])}>
          {t(`action.${action}`)}
        </Button>
      ))}
    </section>
  );
}
