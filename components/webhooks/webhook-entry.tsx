"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ListedWebhook } from "#lib/contract/webhooks/webhooks.ts";
import { Marks } from "./marks.tsx";
import { Problems } from "./problems.tsx";
import { useEventsSummary } from "./use-events-summary.ts";

/** One webhook as a link: where it delivers, what it hears of, and what is wrong with it. */
export function WebhookEntry({ webhook }: { webhook: ListedWebhook }) {
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
