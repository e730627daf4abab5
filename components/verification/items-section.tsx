"use client";

import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { keyed } from "#components/page/keyed.ts";
import { DRAWN_WHEN_NEAR, EmptySection, Section } from "#components/page/section.tsx";
import { StatedInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { CircleDashed } from "#components/ui/circle-dashed.tsx";
import { cn } from "#components/ui/cn.ts";
import {
  type ItemHistoryEntry,
  type ItemProblem,
  itemProblem,
  type VerificationItem,
} from "#lib/contract/verifications/verification.ts";

const STATES: Record<ItemState, { icon: LucideIcon; tone: string }> = {
  failed: { icon: CircleX, tone: "text-failed" },
  unclassified: { icon: CircleQuestionMark, tone: "text-medium" },
  open: { icon: CircleDashed, tone: "text-waiting" },
  done: { icon: CircleCheck, tone: "text-done" },
};

/** The items: what each is, how far it came, what went wrong and what to do; those that need a reviewer first. */
export function ItemsSection({ items }: { items: VerificationItem[] }) {
  const t = useTranslations("verification.items");
  const ordered = itemsByUrgency(items);
  const urgent = items.filter((item) => itemProblem(item) !== null).length;
  return (
    <Section
      id="items"
      title={t("title")}
      {...(items.length > 0 ? { count: items.length } : {})}
      aside={urgent > 0 ? t("needAttention", { count: urgent }) : null}
    >
      {items.length === 0 ? (
        <EmptySection>{t("empty")}</EmptySection>
      ) : (
        <ul className="-my-2.5 divide-y divide-border">
          {ordered.map(({ item, state }) => (
            <ItemEntry key={item.item_id} item={item} state={state} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ItemEntry({ item, state }: { item: VerificationItem; state: ItemState }) {
  const t = useTranslations("verification.items");
  const typeWords = useWords("itemType");
  const { icon: Icon, tone } = STATES[state];
  const { item_type: type } = item;
  return (
    <li className={cn("flex gap-2 py-2.5 text-sm [contain-intrinsic-size:auto_5rem]", DRAWN_WHEN_NEAR)}>
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone)} />
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-baseline gap-x-2">
          <span className="wrap-anywhere font-medium">{type === null ? t("noType") : (typeWords(type) ?? type)}</span>
          {type !== null && typeWords(type) !== null && (
            <code className="wrap-anywhere text-muted-foreground text-xs">{type}</code>
          )}
          <span className="text-muted-foreground text-xs tabular-nums">#{item.item_id}</span>
        </h3>
        <ItemProgress item={item} state={state} />
        <ProblemWords item={item} />
        <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 [&>details[open]]:w-full">
          {type !== null && <TypeMeaning type={type} />}
          {item.history.length > 0 && <ItemHistory entries={item.history} />}
        </div>
      </div>
    </li>
  );
}

/** The state in words, when it completed, and the processing status as the service names it. */
function ItemProgress({ item, state }: { item: VerificationItem; state: ItemState }) {
  const t = useTranslations("verification.items");
  const { completed_at: at, extraction_completed_at: extracted } = item;
  const textOf = (kind: ItemHistoryEntry["kind"]) =>
    item.history.findLast((entry) => entry.kind === kind)?.at_text ?? null;
  return (
    <p className="wrap-anywhere text-muted-foreground text-xs [&>span]:inline-block">
      {(state === "failed" || state === "unclassified") && (
        <>
          <span className={STATES[state].tone}>{t(`state.${state}`)}</span>
          {" · "}
        </>
      )}
      <span>
        {at === null
          ? t("open")
          : t.rich("completed", { at: () => <StatedInstant at={at} text={textOf("completed")} /> })}
      </span>
      {extracted === null && item.success !== null && (
        <>
          {" · "}
          <span>{t(item.success ? "succeeded" : "extractionFailed")}</span>
        </>
      )}
      {extracted !== null && (
        <>
          {" · "}
          <span>
            {t.rich(`extraction.${outcomeOf(item)}`, {
              at: () => <StatedInstant at={extracted} text={textOf("extraction_completed")} />,
            })}
          </span>
        </>
      )}
      {item.internal_status !== null && (
        <>
          {" · "}
          <span>
            {t("internalStatus")} <code>{item.internal_status}</code>
          </span>
        </>
      )}
    </p>
  );
}

const outcomeOf = ({ success }: VerificationItem) =>
  success === null ? "ended" : success ? "succeeded" : ("failed" as const);

/** What a type is, for who asks: not on hover, which neither a finger nor a keyboard has. */
function TypeMeaning({ type }: { type: string }) {
  const t = useTranslations("verification.items");
  const meaning = useWords("itemTypeMeaning")(type);
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("typeMeaning")}</summary>
      <p className="mt-1">{meaning ?? t("typeUnnamed")}</p>
    </details>
  );
}

/** What went wrong and what to do; an error that the interface does not name is shown as it came. */
function ProblemWords({ item }: { item: VerificationItem }) {
  const t = useTranslations("verification.items");
  const errorWords = useWords("itemError");
  const { item_error: error, item_type: type } = item;
  return (
    <>
      {(type === "unknown" || type === "corrupted_file") && <p className="mt-1 text-xs">{t(`outcome.${type}`)}</p>}
      {error !== null && (
        <p className="wrap-anywhere mt-1 text-xs">
          <code className="text-failed">{error}</code> <span>{errorWords(error) ?? t("unnamedError")}</span>
        </p>
      )}
    </>
  );
}

/** What events stated about an item, oldest first. */
function ItemHistory({ entries }: { entries: ItemHistoryEntry[] }) {
  const t = useTranslations("verification.items");
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("history", { count: entries.length })}</summary>
      <ol className="mt-1.5 space-y-1">
        {keyed(entries, (entry) => [
          entry.at,
          entry.kind,
          entry.internal_status,
          entry.item_type,
          entry.item_error,
        ]).map(({ key, item }) => (
          <HistoryEntry key={key} entry={item} />
        ))}
      </ol>
    </details>
  );
}

function HistoryEntry({ entry }: { entry: ItemHistoryEntry }) {
  const t = useTranslations("verification.items");
  return (
    <li className="wrap-anywhere flex flex-wrap gap-x-2">
      <StatedInstant at={entry.at} text={entry.at_text} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
      <span>{t(`kind.${entry.kind}`)}</span>
      {entry.internal_status !== null && <code>{entry.internal_status}</code>}
      {entry.item_type !== null && <code className="text-muted-foreground">{entry.item_type}</code>}
      {entry.item_error !== null && <code className="text-failed">{entry.item_error}</code>}
      {entry.success !== null && (
        <span className="text-muted-foreground">{t(entry.success ? "succeeded" : "extractionFailed")}</span>
      )}
    </li>
  );
}

type ItemState = ItemProblem | "open" | "done";

/** What a reviewer looks at first comes first. */
const URGENCY: readonly ItemState[] = ["failed", "unclassified", "open", "done"];

/** An item completes with an error as well as without one (interface, Event list). */
const itemState = (item: VerificationItem): ItemState =>
  itemProblem(item) ?? (item.completed_at === null ? "open" : "done");

/** The items with their states, most urgent first, within a state by id. */
export function itemsByUrgency(items: readonly VerificationItem[]): { item: VerificationItem; state: ItemState }[] {
  return items
    .map((item) => ({ item, state: itemState(item) }))
    .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || a.item.item_id - b.item.item_id);
}
