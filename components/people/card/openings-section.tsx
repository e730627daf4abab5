"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, IdCard } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import { personOpeningsOptions } from "#lib/browser/people.ts";

/** Who opened this person last, and whether the data or the PDF. */
export function OpeningsSection({ verificationId, personId }: { verificationId: string; personId: number }) {
  const t = useTranslations("people.card.openings");
  const { data, isError } = useQuery(personOpeningsOptions(verificationId, personId));
  return (
    <Section id="openings" title={t("title")}>
      {data ? (
        <ol className="space-y-1.5 text-sm">
          {data.items.map(({ at, action, user }) => {
            const what = action === "curp_pdf.opened" ? "pdf" : "data";
            const Icon = what === "pdf" ? FileText : IdCard;
            return (
              <li key={`${at} ${action} ${user.email}`} className="flex gap-2">
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
                <span className="flex min-w-0 flex-wrap gap-x-2">
                  <span className="wrap-anywhere" title={user.email}>
                    {user.name ?? user.email}
                  </span>
                  <span className="text-muted-foreground">
                    {t(what)} · <ExactInstant at={at} />
                  </span>
                </span>
              </li>
            );
          })}
        </ol>
      ) : (
        <EmptySection>{t(isError ? "failed" : "loading")}</EmptySection>
      )}
    </Section>
  );
}
