"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ServiceList } from "#components/core/secrets/service-list.tsx";
import { Marks, Problems, useEventsSummary } from "#components/core/webhook/webhook-summary.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { webhooksOptions } from "#lib/core/browser/webhooks.ts";
import type { ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { buttonVariants } from "@/components/ui/button";
import { OutagesSection } from "./outages-section.tsx";
import { OwnSection } from "./own-section.tsx";
import { ServiceSection } from "./service-section.tsx";

export function WebhooksView() {
  const t = useTranslations("webhooks");
  const webhooks = useQuery(webhooksOptions());
  return (
    <div className="max-w-6xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")}>
        <Link className={buttonVariants()} href="/new-webhook">
          <Plus aria-hidden />
          {t("create")}
        </Link>
      </PageHeader>
      <OwnSection />
      <OutagesSection />
      <ServiceSection />
      <ServiceList
        id="webhooks"
        of="webhooks.list"
        list={webhooks}
        failure={{ words: "webhooks.trouble", action: "list" }}
        row={(webhook) => <WebhookEntry key={webhook.id} webhook={webhook} />}
      >
        <p className="border-border border-t p-4 text-muted-foreground text-sm">{t("list.elsewhere")}</p>
      </ServiceList>
    </div>
  );
}

function WebhookEntry({ webhook }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks");
  const summary = useEventsSummary();
  const { id, url, events, description, problems, unknown_events } = webhook;
  return (
    <li className="group relative flex items-start gap-3 p-4 hover:bg-muted/50">
      <div className="min-w-0 flex-1 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere min-w-0 font-medium font-mono text-[0.8125rem]">
            <Link
              href={`/webhooks/${encodeURIComponent(id)}`}
              className="after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-[-2px]"
            >
              {url ?? t("noAddress")}
            </Link>
          </h3>
          <Marks webhook={webhook} />
        </div>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          {description && <span className="wrap-anywhere">{description}</span>}
          <span className="tabular-nums">{summary(events)}</span>
        </p>
        <Problems problems={problems} unknownEvents={unknown_events} brief />
      </div>
      <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
    </li>
  );
}
