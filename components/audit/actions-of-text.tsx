"use client";

import { useTranslations } from "next-intl";
import { matchChoices } from "#components/list/choice-list.tsx";
import { AUDIT_ACTIONS, type AuditAction } from "#lib/contract/audit/audit.ts";
import { MAX_VALUES } from "#lib/contract/url-parameters.ts";
import { Button } from "@/components/ui/button";

/** Shorter texts are in too many actions. */
const SHORTEST = 3;
const SHOWN = 8;

type Props = {
  /** The searched text. */
  text: string;
  /** In place of the text. */
  onActions: (actions: AuditAction[]) => void;
};

/** The actions whose words, in the reader's language, have all words of a text, with buttons that filter by them. */
export function ActionsOfText({ text, onActions }: Props) {
  const t = useTranslations("audit");
  if (text.length < SHORTEST) return null;
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
      {actions.slice(0, SHOWN).map((action) => (
        <Button key={action} variant="outline" size="xs" onClick={() => onActions([action])}>
          {t(`action.${action}`)}
        </Button>
      ))}
    </section>
  );
}
