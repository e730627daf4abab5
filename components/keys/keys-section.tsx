"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ServiceList } from "#components/secrets/service-list.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListedKey, ListedKeys } from "#lib/contract/keys/keys.ts";
import { KeyEntry } from "./key-entry.tsx";
import { KeyProblem } from "./key-problem.tsx";

type Props = {
  keys: UseQueryResult<ListedKeys>;
  onCreate: () => void;
  onDelete: (key: ListedKey) => void;
  onReplace: (key: ListedKey) => void;
};

/** Whatever the service tells of each of the account's keys. */
export function KeysSection({ keys, onCreate, onDelete, onReplace }: Props) {
  const t = useTranslations("keys.list");
  return (
    <ServiceList
      id="keys"
      aside={
        <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={onCreate}>
          <Plus aria-hidden />
          {t("create")}
        </Button>
      }
      list={keys}
      say={(words) => t(words)}
      trouble={(error, below) => (
        <KeyProblem error={error} action="list">
          {below}
        </KeyProblem>
      )}
      row={(key, listed) => (
        <KeyEntry
          key={key.id}
          listed={key}
          kept={whyKept(key, listed)}
          onDelete={() => onDelete(key)}
          onReplace={() => onReplace(key)}
        />
      )}
    >
      {keys.data?.current_known === false && (
        <p className="flex items-start gap-2 border-border border-t p-4 text-muted-foreground text-sm">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("currentUnknown")}
        </p>
      )}
    </ServiceList>
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
