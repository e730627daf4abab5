import { queryOptions } from "@tanstack/react-query";
import type { ListedWebhook, ReplacementMove, WebhookChange, WebhookFields } from "#lib/contract/webhooks/webhooks.ts";
import { api, queryOf } from "./api.ts";

export const webhookKeys = {
  all: ["webhooks"] as const,
  list: () => ["webhooks", "list"] as const,
  detail: (id: string) => ["webhooks", "detail", id] as const,
  replacement: (id: string) => ["webhooks", "replacement", id] as const,
};

/** Polled: another user may change webhooks, also in the service's own dashboard. */
const POLL_INTERVAL_MS = 10_000;

export const webhooksOptions = () =>
  queryOf(webhookKeys.list(), "GET /api/webhooks", {
    staleTime: 0,
    // The server has tried again already.
    retry: false,
  });

export const webhookOptions = (id: string) =>
  queryOf(webhookKeys.detail(id), "GET /api/webhooks/{webhook_id}", {
    params: { webhook_id: id },
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  });

/** The progress of the replacement of its secret; null if the secret was never replaced. */
export const replacementOptions = (id: string) =>
  queryOptions({
    queryKey: webhookKeys.replacement(id),
    queryFn: async ({ signal }) =>
      (await api("GET /api/webhooks/{webhook_id}/replacement", { params: { webhook_id: id }, signal })).replacement,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });

export const createWebhook = (fields: WebhookFields) => api("POST /api/webhooks", { body: fields });

export const saveWebhook = ({ id, change, version }: { id: string; change: WebhookChange; version: string }) =>
  api("PUT /api/webhooks/{webhook_id}", { params: { webhook_id: id }, body: change, ifMatch: version });

export const deleteWebhook = ({ id, version }: Pick<ListedWebhook, "id" | "version">): Promise<void> =>
  api("DELETE /api/webhooks/{webhook_id}", { params: { webhook_id: id }, ifMatch: version });

/** Creates the replacement webhook, or another one instead if the secret of the first was lost too. */
export const createReplacementWebhook = ({ id, instead_of }: { id: string; instead_of: string | null }) =>
  api("POST /api/webhooks/{webhook_id}/replacement", {
    params: { webhook_id: id },
    body: instead_of === null ? {} : { instead_of },
  });

export const moveReplacement = ({ id, move }: { id: string; move: ReplacementMove }) =>
  api("POST /api/webhooks/{webhook_id}/replacement/moves", { params: { webhook_id: id }, body: { move } });

/** Sends a sample delivery. Possible while the server holds the webhook's secret for this session. */
export const sendTestDelivery = (id: string) =>
  api("POST /api/webhooks/{webhook_id}/test-delivery", { params: { webhook_id: id } });
