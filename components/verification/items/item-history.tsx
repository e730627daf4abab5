"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { keyed } from "#components/verification/view/keyed.ts";
import type { ItemHistoryEntry } from "#lib/contract/verifications/verification.ts";

/** What events told about an item, oldest first. */
export function ItemHistory({ entries }: { entries: ItemHistoryEntry[] }) {
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
      <ExactInstant at={entry.at} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
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
