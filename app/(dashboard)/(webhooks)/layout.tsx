import type { ReactNode } from "react";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { WebhookReveals } from "#components/webhook/webhook-reveals.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

/** A secret that is revealed once stays visible on all of these pages; with the messages that only they need. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  await requirePermission("webhooks.manage");
  return (
    <RouteMessages of="webhooks">
      <WebhookReveals>{children}</WebhookReveals>
    </RouteMessages>
  );
}
