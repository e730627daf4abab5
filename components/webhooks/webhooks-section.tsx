"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import type { ListedWebhooks } from "#lib/contract/webhook-list.ts";
import { Trouble } from "./trouble.tsx";
import { WebhookEntry } from "./webhook-entry.tsx";

type Props = { webhooks: Pick<UseQueryResult<ListedWebhooks>, "data" | "error" | "isFetching" | "refetch"> };

/** Every webhook that the service lists. */
export function WebhooksSection({ webhooks: { data, error, isFetching, refetch } }: Props) {
  const t = useTranslations("webhooks.list");
  return (
    <Section id="webhooks" title={t("title")} {...(data ? { count: data.items.length } : {})} flush>
      {error && (
        <div className="p-4">
          <Trouble error={error} action="list">
            <p className="text-muted-foreground">{data ? t("shownBefore") : t("nothingLost")}</p>
            <Button variant="outline" size="sm" aria-disabled={isFetching} onClick={() => refetch()}>
              {t("retry")}
            </Button>
          </Trouble>
        </div>
      )}
      {!data && !error && <Waiting label={t("loading")} />}
      {data?.items.length === 0 && (
        <div className="p-4">
          <EmptySection>{t("empty")}</EmptySection>
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-border">
          {data.items.map((webhook) => (
            <WebhookEntry key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="divide-y divide-border">
      <p role="status" className="sr-only">
        {label}
      </p>
      {[0, 1].map((row) => (
        <div key={row} className="space-y-2 p-4">
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-4 w-48 max-w-full" />
        </div>
      ))}
    </div>
  );
}
