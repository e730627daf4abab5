import { useTranslations } from "next-intl";
import { PeopleOfItem } from "#components/core/people/origin.tsx";
import { itemAnchor } from "#components/core/people/person-place.ts";
import { ITEM_STATES, ItemIcon, type ItemState } from "#components/desk/legend/item-icon.tsx";
import { Code } from "#components/kit/code.tsx";
import { LINKED_ENTRY } from "#components/kit/entry-link.tsx";
import { FactLine } from "#components/kit/fact.tsx";
import { NewMark } from "#components/kit/new-mark.tsx";
import { OpenOriginal } from "#components/kit/originals.tsx";
import { StatedInstant } from "#components/kit/time.tsx";
import { CopyRequest, WhatToDo } from "#components/kit/what-to-do.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import type { Person } from "#lib/core/contract/people/person.ts";
import {
  type ItemHistoryEntry,
  isOutcomeType,
  type VerificationItem,
  type VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import { itemMark } from "#lib/desk/contract/review/seen-marks.ts";
import { cn } from "@/components/ui/cn";

/** From the most to the least urgent. */
const URGENCY: readonly ItemState[] = ["failed", "unclassified", "open", "done"];

/** An item can complete with an error (interface, Event list). */
const itemState = (item: VerificationItem): ItemState => item.problem ?? (item.completed_at === null ? "open" : "done");

/** The items with their states, most urgent first; within a state, by id. */
export function itemsByUrgency(items: readonly VerificationItem[]): { item: VerificationItem; state: ItemState }[] {
  return items
    .map((item) => ({ item, state: itemState(item) }))
    .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || a.item.item_id - b.item.item_id);
}

type ItemsFile = Pick<VerificationSummary, "verification_id" | "tag">;
type EntryProps = { item: VerificationItem; state: ItemState; file: ItemsFile; people: Person[] };

export function ItemEntry({ item, state, file, people }: EntryProps) {
  const t = useTranslations("verification.items");
  const typeWords = useWords("itemType");
  const todo = useTodo(item);
  const { item_type: type } = item;
  return (
    <li id={itemAnchor(item.item_id)} className={cn("flex gap-2 py-2.5 text-sm print:py-1", LINKED_ENTRY)}>
      <ItemIcon state={state} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <h3 className="wrap-anywhere font-medium">
          <span>{type === null ? t("noType") : (typeWords(type) ?? type)}</span>
          {state !== "open" && <NewMark mark={itemMark(item)} />}
        </h3>
        <ItemProgress item={item} state={state} />
        {todo !== null && <ProblemWords item={item} todo={todo} />}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 [&>details[open]]:w-full print:mt-0">
          {todo !== null && <CopyRequest todo={todo} facts={factsOf(item, file)} adds="document" />}
          <OpenOriginal verificationId={file.verification_id} tag={file.tag} itemId={item.item_id} />
          <PeopleOfItem people={people} />
          <ItemDetails item={item} />
        </div>
      </div>
    </li>
  );
}

function ItemProgress({ item, state }: { item: VerificationItem; state: ItemState }) {
  const t = useTranslations("verification.items");
  const { completed_at: at, extraction_completed_at: extracted } = item;
  const textOf = (kind: ItemHistoryEntry["kind"]) =>
    item.history.findLast((entry) => entry.kind === kind)?.at_text ?? null;
  return (
    <p className="wrap-anywhere text-muted-foreground text-xs [&>span]:inline-block">
      {(state === "failed" || state === "unclassified") && (
        <span>
          <span className={ITEM_STATES[state].tone}>{t(`state.${state}`)}</span>
          {" · "}
        </span>
      )}
      <span>
        {at === null ? (
          t("open")
        ) : (
          <span>{t.rich("completed", { at: () => <StatedInstant at={at} text={textOf("completed")} /> })}</span>
        )}
      </span>
      {extracted === null && item.success !== null && (
        <span>
          {" · "}
          <span>{t(item.success ? "succeeded" : "extractionFailed")}</span>
        </span>
      )}
      {extracted !== null && (
        <span>
          {" · "}
          <span>
            <span key={outcomeOf(item)}>
              {t.rich(`extraction.${outcomeOf(item)}`, {
                at: () => <StatedInstant at={extracted} text={textOf("extraction_completed")} />,
              })}
            </span>
          </span>
        </span>
      )}
    </p>
  );
}

const outcomeOf = ({ success }: VerificationItem) =>
  success === null ? "ended" : success ? "succeeded" : ("failed" as const);

/** Details for few readers: number, type and processing status in the service's terms, and the statements of events. */
function ItemDetails({ item: { item_id, item_type: type, internal_status, history } }: { item: VerificationItem }) {
  const t = useTranslations("verification.items");
  const meaning = useWords("itemTypeMeaning");
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("details")}</summary>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <FactLine name={t("number")} className="tabular-nums">
          {`#${item_id}`}
        </FactLine>
        {type !== null && (
          <FactLine name={t("type")} className="wrap-anywhere">
            <span>{meaning(type) ?? t("typeUnnamed")}</span> <Code>{type}</Code>
          </FactLine>
        )}
        {internal_status !== null && (
          <FactLine name={t("internalStatus")} className="wrap-anywhere">
            <Code>{internal_status}</Code>
          </FactLine>
        )}
      </dl>
      {history.length > 0 && (
        <ol className="mt-2 space-y-1">
          {withKeys(history, (entry) => [
            entry.at,
            entry.kind,
            entry.internal_status,
            entry.item_type,
            entry.item_error,
          ]).map(({ key, item }) => (
            <HistoryEntry key={key} entry={item} />
          ))}
        </ol>
      )}
    </details>
  );
}

/** The next step for an item that needs attention; null for others. */
function useTodo(item: VerificationItem): string | null {
  const t = useTranslations("verification.items.todo");
  const todoOf = useWords("itemErrorTodo");
  const { item_error: error } = item;
  if (!item.problem) return null;
  return (error !== null && todoOf(error)) || t(outcomeType(item) ?? "other");
}

/** The type if it is an outcome (interface, Errors: Item-type outcomes), else null. */
const outcomeType = ({ item_type: type }: VerificationItem) => (isOutcomeType(type) ? type : null);

const factsOf = ({ item_id, item_type, item_error, success }: VerificationItem, file: ItemsFile) => ({
  ...file,
  item_id,
  item_type,
  item_error,
  success: success === false ? success : null,
});

/** The error and the next step; an error that the interface does not define is unchanged. */
function ProblemWords({ item, todo }: { item: VerificationItem; todo: string }) {
  const t = useTranslations("verification.items");
  const causeOf = useItemErrorCause();
  const outcome = outcomeType(item);
  const { item_error: error } = item;
  return (
    <div className="mt-1 space-y-1 text-xs">
      {outcome !== null && <p>{t(`outcome.${outcome}`)}</p>}
      {error !== null && (
        <p className="wrap-anywhere">
          <span>{causeOf(error) ?? t("unnamedError")}</span> <Code>{error}</Code>
        </p>
      )}
      <WhatToDo todo={todo} />
    </div>
  );
}

function HistoryEntry({ entry }: { entry: ItemHistoryEntry }) {
  const t = useTranslations("verification.items");
  return (
    <li className="wrap-anywhere flex flex-wrap gap-x-2">
      <StatedInstant at={entry.at} text={entry.at_text} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
      <span>{t(`kind.${entry.kind}`)}</span>
      {entry.success !== null && (
        <span className="text-muted-foreground">{t(entry.success ? "succeeded" : "extractionFailed")}</span>
      )}
      {entry.internal_status !== null && <Code>{entry.internal_status}</Code>}
      {entry.item_type !== null && <Code>{entry.item_type}</Code>}
      {entry.item_error !== null && <Code>{entry.item_error}</Code>}
    </li>
  );
}
