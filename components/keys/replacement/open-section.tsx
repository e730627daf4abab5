"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReplacingProps } from "#components/keys/props.ts";
import { Section } from "#components/verification/section.tsx";
import { keyReplacementsOptions } from "#lib/browser/keys.ts";
import { isOpen } from "#lib/contract/keys/keys.ts";
import { Task } from "./task.tsx";

/** Keys that are being replaced: tasks of every admin until somebody has ended them. */
export function OpenReplacements(props: ReplacingProps) {
  const t = useTranslations("keys.replacement");
  const { data: replacements, isError: failed } = useQuery(keyReplacementsOptions());
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
