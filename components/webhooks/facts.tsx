"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { CopyId } from "#components/ui/copy-id.tsx";
import { Section } from "#components/verification/section.tsx";
import type { ListedWebhook } from "#lib/contract/webhooks/webhooks.ts";

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/** What else the service tells of it. */
export function Facts({ webhook: { id, other_fields } }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks.facts");
  const others = Object.entries(other_fields);
  return (
    <Section id="facts" title={t("title")}>
      <dl className="space-y-2.5 text-xs">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted-foreground">{t("id")}</dt>
          <dd>
            <CopyId id={id} label={t("copyId")} copiedLabel={t("copied")} />
          </dd>
        </div>
        {others.map(([field, value]) => (
          <div key={field} className="flex flex-wrap justify-between gap-x-4">
            <dt className="font-mono text-muted-foreground">{field}</dt>
            <dd className="wrap-anywhere">
              {typeof value === "string" && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)) ? (
                <ExactInstant at={value} />
              ) : (
                <span className="font-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
