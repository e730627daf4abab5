"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ServiceList } from "#components/secrets/service-list.tsx";
import type { ListedWebhooks } from "#lib/contract/webhooks/webhooks.ts";
import { Trouble } from "./trouble.tsx";
import { WebhookEntry } from "./webhook-entry.tsx";

/** Every webhook that the service lists. */
export function WebhooksSection({ webhooks }: { webhooks: UseQueryResult<ListedWebhooks> }) {
  const t = useTranslations("webhooks.list");
  return (
    <ServiceList
      id="webhooks"
      list={webhooks}
      say={(words) => t(words)}
      trouble={(error, below) => (
        <Trouble error={error} action="list">
          {below}
        </Trouble>
      )}
      row={(webhook) => <WebhookEntry key={webhook.id} webhook={webhook} />}
    />
  );
}
