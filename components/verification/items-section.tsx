"use client";

import { CheckCircle2, CircleDashed, XCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { ItemHistoryEntry, VerificationItem } from "#lib/contract/verification.ts";
import { EmptySection, Section } from "./section.tsx";

/** The items: what each is, how far it came and what went wrong; those with errors first. */
export function ItemsSection({ items }: { items: VerificationItem[] }) {
  const t = useTranslations("verification.items");
  const ordered = items.toSorted(
    (a, b) => Number(b.item_error !== null) - Number(a.item_error !== null) || a.item_id - b.item_id,
  );
  const failed = items.filter((item) => item.item_error !== null).length;
  return (
    <Section
      id="items"
      title={t("title")}
      count={items.length}
      aside={failed > 0 ? t("withError", { count: failed }) : null}
    >
      {items.length === 0 ? (
        <EmptySection>{t("empty")}</EmptySection>
      ) : (
        <ul className="-my-2 divide-y divide-border">
          {ordered.map((item) => (
            <ItemEntry key={item.item_id} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** An item type in words; one that is not named in the interface is shown as it came. */
function useTypeName() {
  const t = useTranslations("verification.itemType");
  return (type: string | null) => (type === null ? t("none") : t.has(type) ? t(type) : type);
}

function ItemEntry({ item }: { item: VerificationItem }) {
  const t = useTranslations("verification.items");
  const errors = useTranslations("verification.itemError");
  const typeName = useTypeName();
  const Icon = item.item_error ? XCircle : item.completed_at ? CheckCircle2 : CircleDashed;
  const tone = item.item_error ? "text-failed" : item.completed_at ? "text-done" : "text-waiting";
  return (
    <li className="py-2.5 text-sm">
      <div className="flex gap-2">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{typeName(item.item_type)}</span>
            {item.item_type && <code className="text-muted-foreground text-xs">{item.item_type}</code>}
            <span className="text-muted-foreground text-xs tabular-nums">#{item.item_id}</span>
          </div>
          <p className="text-muted-foreground text-xs">
            {item.completed_at ? (
              <>
                {t("completed")} <ExactInstant at={item.completed_at} />
              </>
            ) : (
              t("open")
            )}
            {item.internal_status && <> · {item.internal_status}</>}
            {item.success === false && <> · {t("extractionFailed")}</>}
          </p>
          {(item.item_type === "unknown" || item.item_type === "corrupted_file") && (
            <p className="mt-1 text-xs">{t(`outcome.${item.item_type}`)}</p>
          )}
          {item.item_error && (
            <p className="mt-1 break-words text-xs">
              <code className="text-failed">{item.item_error}</code>
              {errors.has(item.item_error) && <span className="ml-1.5">{errors(item.item_error)}</span>}
            </p>
          )}
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer text-muted-foreground">
              {t("history", { count: item.history.length })}
            </summary>
            <ol className="mt-1.5 space-y-1">
              {item.history.map((entry, index) => (
                <HistoryEntry key={`${entry.at}-${index}`} entry={entry} />
              ))}
            </ol>
          </details>
        </div>
      </div>
    </li>
  );
}

function HistoryEntry({ entry }: { entry: ItemHistoryEntry }) {
  const t = useTranslations("verification.items");
  return (
    <li className="flex flex-wrap gap-x-2">
      <ExactInstant at={entry.at} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
      <span>{t(`kind.${entry.kind}`)}</span>
      {entry.internal_status && <code>{entry.internal_status}</code>}
      {entry.item_type && <code className="text-muted-foreground">{entry.item_type}</code>}
      {entry.item_error && <code className="text-failed">{entry.item_error}</code>}
      {entry.success !== null && (
        <span className="text-muted-foreground">{t(entry.success ? "succeeded" : "extractionFailed")}</span>
      )}
    </li>
  );
}
