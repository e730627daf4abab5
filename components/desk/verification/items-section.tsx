import { useTranslations } from "next-intl";
import { itemAnchor } from "#components/core/people/person-place.ts";
import { ItemIcon } from "#components/desk/legend/item-icon.tsx";
import { DOCUMENT_ACTIONS } from "#components/file-parts.ts";
import { Folded, Groups, MAX_UNGROUPED } from "#components/kit/folded.tsx";
import { AnyNewMark } from "#components/kit/new-mark.tsx";
import { NoOriginals } from "#components/kit/originals.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ResponsibleTeams } from "#components/kit/what-to-do.tsx";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { peopleOfItem } from "#lib/core/contract/people/origin.ts";
import type { Person } from "#lib/core/contract/people/person.ts";
import type { VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { itemMark } from "#lib/desk/contract/review/seen-marks.ts";
import { cn } from "@/components/ui/cn";
import { ItemEntry, itemsByUrgency } from "./item-entry.tsx";

type Props = {
  items: VerificationItem[];
  verificationId: string;
  tag: string | null;
  people?: Person[] | undefined;
  /** The page recommends writing to the customer. */
  writes?: boolean;
};

/** Documents by urgency: for a reviewer first, then in progress. Those without problems are folded into a line. */
export function ItemsSection({ items, verificationId, tag, people = [], writes = false }: Props) {
  const t = useTranslations("verification.items");
  const ordered = itemsByUrgency(items);
  const fine = ordered.filter(({ state }) => state === "done");
  const others = ordered.filter(({ state }) => state !== "done");
  const urgent = others.filter(({ state }) => state !== "open").length;
  const typeWords = useWords("itemType");
  const causeOf = useItemErrorCause();
  const list = (entries: typeof ordered) => (
    <Groups
      items={entries}
      groupOf={({ item, state }) => JSON.stringify([state, item.item_type, item.item_error])}
      title={({ item: { item_type: type, item_error: error }, state }, alike) => (
        <span>
          <ItemIcon state={state} className="mr-1.5 inline" />
          <span>{type === null ? t("noType") : (typeWords(type) ?? type)}</span>
          {error !== null && <span className="text-muted-foreground">{` · ${causeOf(error) ?? error}`}</span>}
          <span> </span>
          <span className="text-muted-foreground tabular-nums">{alike.length}</span>
          {state !== "open" && <AnyNewMark marks={alike.map(({ item }) => itemMark(item))} />}
        </span>
      )}
      rest={(count) => t("more", { count })}
      idOf={({ item }) => itemAnchor(item.item_id)}
      draw={(drawn) => (
        <ul className="-my-2.5 divide-y divide-border">
          {drawn.map(({ item, state }) => (
            <ItemEntry
              key={item.item_id}
              item={item}
              state={state}
              file={{ verification_id: verificationId, tag }}
              people={peopleOfItem(people, item.item_id)}
            />
          ))}
        </ul>
      )}
    />
  );
  return (
    <Section
      id="items"
      title={t("title")}
      count={items.length || undefined}
      aside={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {urgent > 0 && <span>{t("needAttention", { count: urgent })}</span>}
          {DOCUMENT_ACTIONS.map(({ name, Part }) => (
            <Part key={name} verificationId={verificationId} advised={writes} />
          ))}
        </div>
      }
    >
      {urgent > 0 && <ResponsibleTeams className="mb-4" />}
      {items.length === 0 && <EmptySection>{t("empty")}</EmptySection>}
      {others.length > 0 && <>{list(others)}</>}
      {fine.length > 0 && (
        <Folded
          data-printed
          later={fine.length > MAX_UNGROUPED}
          holds={fine.map(({ item }) => itemAnchor(item.item_id))}
          className={cn("text-sm", others.length > 0 && "mt-5 border-border border-t pt-3")}
          summary={
            <span>
              <ItemIcon state="done" className="mr-1.5 ml-1 inline" />
              <span>{t(others.length > 0 ? "othersFine" : "allFine", { count: fine.length })}</span>
            </span>
          }
        >
          <div className="mt-3">{list(fine)}</div>
        </Folded>
      )}
      {items.length > 0 && <NoOriginals />}
    </Section>
  );
}
