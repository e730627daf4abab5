import { queryOptions } from "@tanstack/react-query";
import { api, queryOf } from "#lib/platform/browser/api.ts";

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
