"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { cn } from "#components/ui/cn.ts";
import { EmptySection, Section } from "#components/verification/section.tsx";
import type { VerificationLabel } from "#lib/contract/verifications/verification.ts";
import { LabelHistory } from "./label-history.tsx";

/** Labels that are assigned, then those that were taken off. */
export function LabelsSection({ labels }: { labels: VerificationLabel[] }) {
  const t = useTranslations("verification.labels");
  const assigned = labels.filter((label) => label.removed_at === null);
  const removed = labels.filter((label) => label.removed_at !== null);
  return (
    <Section id="labels" title={t("title")} {...(labels.length > 0 ? { count: assigned.length } : {})}>
      {assigned.length > 0 ? (
        <LabelList labels={assigned} />
      ) : (
        <EmptySection>{t(removed.length > 0 ? "noneAssigned" : "empty")}</EmptySection>
      )}
      {removed.length > 0 && (
        <div className="mt-4 border-border border-t pt-3">
          <h3 className="mb-2 text-muted-foreground text-xs">{t("removedTitle")}</h3>
          <LabelList labels={removed} />
        </div>
      )}
    </Section>
  );
}

const LabelList = ({ labels }: { labels: VerificationLabel[] }) => (
  <ul className="space-y-3">
    {labels.map((label) => (
      <LabelEntry key={label.label} label={label} />
    ))}
  </ul>
);

function LabelEntry({ label }: { label: VerificationLabel }) {
  const t = useTranslations("verification.labels");
  const { added_at, removed_at } = label;
  return (
    <li className="text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span
          className={cn(
            "inline-flex min-w-0 items-center gap-1.5 rounded-md border border-border px-2 py-0.5",
            removed_at === null ? "bg-muted font-medium" : "border-dashed text-muted-foreground",
          )}
        >
          <Tag aria-hidden className="size-3.5 shrink-0" />
          <span className="wrap-anywhere min-w-0">{label.display_name ?? label.label}</span>
        </span>
        {label.display_name !== null && (
          <code className="wrap-anywhere text-muted-foreground text-xs">{label.label}</code>
        )}
        {label.category !== null && (
          <span className="wrap-anywhere text-muted-foreground text-xs">
            {t("category", { category: label.category })}
          </span>
        )}
      </div>
      {label.comment !== null && <p className="wrap-anywhere mt-1 whitespace-pre-line">{label.comment}</p>}
      <p className="mt-0.5 text-muted-foreground text-xs">
        {added_at !== null && t.rich("added", { at: () => <ExactInstant at={added_at} /> })}
        {added_at !== null && removed_at !== null && " · "}
        {removed_at !== null && t.rich("removed", { at: () => <ExactInstant at={removed_at} /> })}
      </p>
      {/* The lines above tell all of a single assignment. */}
      {label.history.length > 1 && <LabelHistory entries={label.history} />}
    </li>
  );
}
