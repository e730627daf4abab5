import type { ReactNode } from "react";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { WebhookReveals } from "#components/webhook/webhook-reveals.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";

/** Keeps a once-only secret visible on all webhook pages, and loads their messages. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  await requirePermission("webhooks.manage");
  return (
    <RouteMessages of="webhooks">
      <WebhookReveals>{children}</WebhookReveals>
    </RouteMessages>
  );
}
