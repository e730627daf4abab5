"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { VerificationLabel } from "#lib/contract/verification.ts";
import { EmptySection, Section } from "./section.tsx";

/** Labels that are assigned, then those that were taken off. */
export function LabelsSection({ labels }: { labels: VerificationLabel[] }) {
  const t = useTranslations("verification.labels");
  const current = labels.filter((label) => label.removed_at === null).length;
  return (
    <Section id="labels" title={t("title")} count={current}>
      {labels.length === 0 ? (
        <EmptySection>{t("empty")}</EmptySection>
      ) : (
        <ul className="space-y-3">
          {labels.map((label) => (
            <LabelEntry key={label.label} label={label} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function LabelEntry({ label }: { label: VerificationLabel }) {
  const t = useTranslations("verification.labels");
  const removed = label.removed_at !== null;
  return (
    <li className={`text-sm ${removed ? "text-muted-foreground" : ""}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="inline-flex items-center gap-1.5 rounded-md border border-border bg-muted px-2 py-0.5 font-medium">
          <Tag aria-hidden className="size-3.5" />
          {label.display_name ?? label.label}
        </span>
        <code className="text-muted-foreground text-xs">{label.label}</code>
        {label.category && <span className="text-muted-foreground text-xs">{label.category}</span>}
      </div>
      {label.comment && <p className="mt-1 break-words">{label.comment}</p>}
      <p className="mt-0.5 text-muted-foreground text-xs">
        {label.added_at && (
          <>
            {t("added")} <ExactInstant at={label.added_at} />
          </>
        )}
        {label.removed_at && (
          <>
            {label.added_at && " · "}
            {t("removed")} <ExactInstant at={label.removed_at} />
          </>
        )}
      </p>
    </li>
  );
}
