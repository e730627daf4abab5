"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import type { ListedKey, ListedKeys } from "#lib/contract/api-key-list.ts";
import { KeyEntry } from "./key-entry.tsx";
import { KeyProblem } from "./key-problem.tsx";

type Props = {
  keys: Pick<UseQueryResult<ListedKeys>, "data" | "error" | "isFetching" | "refetch">;
  onCreate: () => void;
  onDelete: (key: ListedKey) => void;
  onReplace: (key: ListedKey) => void;
};

/** Whatever the service tells of each of the account's keys. */
export function KeysSection({ keys: { data, error, isFetching, refetch }, onCreate, onDelete, onReplace }: Props) {
  const t = useTranslations("keys.list");
  return (
    <Section
      id="keys"
      title={t("title")}
      {...(data ? { count: data.items.length } : {})}
      flush
      aside={
        <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={onCreate}>
          <Plus aria-hidden />
          {t("create")}
        </Button>
      }
    >
      <div className="p-4 empty:hidden">
        {error && (
          <KeyProblem error={error} action="list">
            <p className="text-muted-foreground">{data ? t("shownBefore") : t("nothingLost")}</p>
            <Button variant="outline" size="sm" aria-disabled={isFetching} onClick={() => refetch()}>
              {t("retry")}
            </Button>
          </KeyProblem>
        )}
      </div>
      {!data && !error && <Waiting label={t("loading")} />}
      {data?.items.length === 0 && (
        <div className="p-4">
          <EmptySection>{t("empty")}</EmptySection>
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-border">
          {data.items.map((key) => (
            <KeyEntry
              key={key.id}
              listed={key}
              kept={whyKept(key, data)}
              onDelete={() => onDelete(key)}
              onReplace={() => onReplace(key)}
            />
          ))}
        </ul>
      )}
      {data && !data.current_known && (
        <p className="flex items-start gap-2 border-border border-t p-4 text-muted-foreground text-sm">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("currentUnknown")}
        </p>
      )}
    </Section>
  );
}

/** Why a key can't be deleted by hand; null where it can. */
function whyKept(key: ListedKey, { items, current_known }: ListedKeys) {
  if (key.current) return "current";
  if (key.rotating) return "rotating";
  if (key.replacing) return "replacing";
  if (items.length === 1) return "last";
  return current_known ? null : "unknown";
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="divide-y divide-border">
      <p role="status" className="sr-only">
        {label}
      </p>
      {[0, 1].map((row) => (
        <div key={row} className="space-y-2 p-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
