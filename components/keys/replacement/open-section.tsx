"use client";

import { useTranslations } from "next-intl";
import { Section } from "#components/verification/section.tsx";
import type { MintedKey } from "#lib/browser/key-replacements.ts";
import type { ListedKeys } from "#lib/contract/api-key-list.ts";
import { isOpen, type KeyReplacement } from "#lib/contract/key-replacement.ts";
import { Task } from "./task.tsx";

type Props = {
  replacements: readonly KeyReplacement[] | undefined;
  failed: boolean;
  keys: ListedKeys | undefined;
  email: string;
  onMinted: (minted: MintedKey) => void;
  onEnded: (ended: KeyReplacement) => void;
  onSettled: () => void;
};

/** Keys that are being replaced: tasks of every admin until somebody has ended them. */
export function OpenReplacements({ replacements, failed, ...props }: Props) {
  const t = useTranslations("keys.replacement");
  const open = replacements?.filter(isOpen) ?? [];
  if (failed && !replacements) return <p className="text-failed text-sm">{t("loadFailed")}</p>;
  if (open.length === 0) return null;
  return (
    <Section id="replacements" title={t("title")} count={open.length} flush>
      <ul className="divide-y divide-border">
        {open.map((replacement) => (
          <Task key={replacement.id} replacement={replacement} {...props} />
        ))}
      </ul>
    </Section>
  );
}
