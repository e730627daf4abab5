"use client";

import { useTranslations } from "next-intl";
import { KeyChoice, NONE } from "#components/keys/key-choice.tsx";
import type { ListedKeys } from "#lib/contract/keys/keys.ts";

type Props = {
  candidates: readonly string[];
  keys: ListedKeys | undefined;
  /** Null: none of them; undefined while nothing has been said. */
  value: string | null | undefined;
  onChange: (orphan: string | null) => void;
};

/** Which key a lost call left, where the service shows no names to tell it by. */
export function OrphanChoice({ candidates, keys, value, onChange }: Props) {
  const t = useTranslations("keys.rotation");
  return (
    <div className="w-full">
      <KeyChoice
        legend={t("needs.orphan")}
        hint={t("problem.ORPHAN_UNCLEAR")}
        keys={keys?.items.filter(({ id }) => candidates.includes(id)) ?? []}
        value={value === undefined ? null : (value ?? NONE)}
        onChange={(id) => onChange(id === NONE ? null : id)}
        none={t("none")}
      />
    </div>
  );
}
