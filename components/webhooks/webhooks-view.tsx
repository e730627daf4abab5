"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { webhooksOptions } from "#lib/browser/webhooks.ts";
import { OwnSection } from "./own/own-section.tsx";
import { ServiceSection } from "./service-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** What is broken first: the dashboard's own webhook, then all of the account's. */
export function WebhooksView({ email }: { email: string }) {
  const t = useTranslations("webhooks");
  const webhooks = useQuery(webhooksOptions());
  return (
    <div className="max-w-6xl space-y-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-3xl space-y-1">
          <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
          <p className="text-muted-foreground text-sm">{t("lede")}</p>
        </div>
        <Button asChild>
          <Link href="/webhooks/new">
            <Plus aria-hidden />
            {t("create")}
          </Link>
        </Button>
      </header>
      <OwnSection email={email} />
      <ServiceSection />
      <WebhooksSection webhooks={webhooks} />
    </div>
  );
}
