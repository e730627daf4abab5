import type { ReactNode } from "react";
import { WebhookReveals } from "#components/core/webhook/webhook-reveals.tsx";
import { type AllMessages, facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";

const words = (all: AllMessages) => {
  const { reasons } = all.deliveries.refusals;
  return { ...facts("webhooks", "secrets")(all), deliveries: { refusals: { reasons } } };
};

/** Keeps a once-only secret visible on all webhook pages, and loads their messages. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  await requirePermission("webhooks.manage");
  return (
    <RouteMessages words={words}>
      <WebhookReveals>{children}</WebhookReveals>
    </RouteMessages>
  );
}
