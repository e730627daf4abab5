"use client";

import { useTranslations } from "next-intl";
import { EmptySection, Section } from "#components/verification/section.tsx";
import type { SandboxState } from "#lib/contract/sandbox/sandbox.ts";
import { AnotherVerification } from "./another-verification.tsx";
import { PlayEntry } from "./play-entry.tsx";

/** What was played or worked on last, with what becomes of it. */
export function PlayedSection({ played, labels }: Pick<SandboxState, "played" | "labels">) {
  const t = useTranslations("sandbox.played");
  return (
    <Section id="played" title={t("title")}>
      {played.length === 0 ? (
        <EmptySection>{t("none")}</EmptySection>
      ) : (
        <ul className="-my-2 divide-y divide-border">
          {played.map((play) => (
            <PlayEntry key={play.verification_id} play={play} catalogue={labels} />
          ))}
        </ul>
      )}
      <AnotherVerification />
    </Section>
  );
}
