import { useTranslations } from "next-intl";
import type { EventStatement } from "#lib/core/contract/verifications/activity.ts";
import { FINDINGS_SOURCES, type FindingsSource } from "#lib/core/contract/verifications/verification.ts";
import { useCodeWords, useDocumentsStatusName, useItemErrorCause, useWords } from "./words.tsx";

const isKnown = (source: string): source is FindingsSource => FINDINGS_SOURCES.some((known) => known === source);

/** A sentence about a fact of an event, with its subject (an item) if there may be several. */
type Sentence = { subject: string | null; text: string };

/**
 * The statement of an event in words; values outside the interface are shown unchanged. `nameOf`: the name of a person,
 * if known.
 */
export function useStatementWords(): (
  statement: EventStatement,
  nameOf?: (people_id: number) => string | null,
) => Sentence {
  const t = useTranslations("verification.statement");
  const status = useWords("status");
  const documents = useDocumentsStatusName();
  const itemType = useWords("itemType");
  const causeOf = useItemErrorCause();
  const lookupError = useCodeWords("people.error");
  const whole = (text: string): Sentence => ({ subject: null, text });
  return (statement, nameOf) => {
    switch (statement.kind) {
      case "created":
      case "finished":
      case "extraction_completed":
        return whole(t(statement.kind));
      case "status":
        return whole(t("status", { to: status(statement.to) ?? statement.to }));
      case "documents_status": {
        const to = documents(statement.to);
        return whole(
          statement.from === null
            ? t("documents", { to })
            : t("documentsChanged", { from: documents(statement.from), to }),
        );
      }
      case "findings": {
        const { source, high, medium, low, other } = statement;
        const run =
          source === null ? t("run.unknown") : isKnown(source) ? t(`run.${source}`) : t("run.other", { source });
        const counts =
          high + medium + low + other === 0 ? t("noFindings") : t("findings", { high, medium, low, other });
        return whole(t("of", { run, counts }));
      }
      case "item_completed":
      case "item_extracted":
      case "item_status": {
        const { item_id, item_type: type, item_error: error } = statement;
        const name = type === null ? t("document") : (itemType(type) ?? type);
        const cause = error === null ? null : (causeOf(error) ?? error);
        return {
          subject: t("item", { name, id: String(item_id) }),
          text: [itemWords(statement), ...(cause ? [cause] : [])].join(": "),
        };
      }
      case "label_added":
      case "label_removed": {
        const { kind, name, comment } = statement;
        return whole(comment === null ? t(kind, { name }) : t(`${kind}_comment`, { name, comment }));
      }
      case "person": {
        const { people_id, people_error: error } = statement;
        const name = nameOf?.(people_id) ?? t("somebody", { id: String(people_id) });
        if (error === null) return whole(t("lookup", { name }));
        return whole(t("lookupFailed", { name, cause: lookupError(error) }));
      }
    }
  };

  function itemWords(statement: Extract<EventStatement, { item_id: number }>): string {
    switch (statement.kind) {
      case "item_completed":
        return t("completed");
      case "item_extracted":
        return t(
          statement.success === null ? "extracted" : statement.success ? "extractionSucceeded" : "extractionFailed",
        );
      case "item_status": {
        const { from, to } = statement;
        return from === null ? t("itemStatus", { to }) : t("itemStatusChanged", { from, to });
      }
    }
  }
}
