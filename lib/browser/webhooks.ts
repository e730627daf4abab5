import { queryOptions } from "@tanstack/react-query";
import type { TestDelivery } from "#lib/contract/webhooks/test-delivery.ts";
import type {
  CreatedWebhook,
  ListedWebhook,
  ListedWebhooks,
  Replacement,
  ReplacementMove,
  WebhookChange,
  WebhookFields,
} from "#lib/contract/webhooks/webhooks.ts";
import { api, post, queryOf } from "./api.ts";

export const webhookKeys = {
  all: ["webhooks"] as const,
  list: () => ["webhooks", "list"] as const,
  detail: (id: string) => ["webhooks", "detail", id] as const,
  replacement: (id: string) => ["webhooks", "replacement", id] as const,
};

const addressOf = (id: string): string => `/api/webhooks/${encodeURIComponent(id)}`;

/** Polled: another user may change webhooks, also in the service's own dashboard. */
const POLL_INTERVAL_MS = 10_000;

export const webhooksOptions = () =>
  queryOf<ListedWebhooks>(webhookKeys.list(), "/api/webhooks", {
    staleTime: 0,
    // The server has tried again already.
    retry: false,
  });

export const webhookOptions = (id: string) =>
  queryOf<ListedWebhook>(webhookKeys.detail(id), addressOf(id), {
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  });

/** The progress of the replacement of its secret; null if the secret was never replaced. */
export const replacementOptions = (id: string) =>
  queryOptions({
    queryKey: webhookKeys.replacement(id),
    queryFn: async ({ signal }) =>
      (await api<{ replacement: Replacement | null }>(`${addressOf(id)}/replacement`, { signal })).replacement,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });

export const createWebhook = (fields: WebhookFields) => post<CreatedWebhook>("/api/webhooks", fields);

export const saveWebhook = ({ id, change, version }: { id: string; change: WebhookChange; version: string }) =>
  api<ListedWebhook>(addressOf(id), { method: "PUT", body: change, ifMatch: version });

export const deleteWebhook = ({ id, version }: Pick<ListedWebhook, "id" | "version">): Promise<void> =>
  api(addressOf(id), { method: "DELETE", ifMatch: version });

/** Creates the replacement webhook, or another one instead if the secret of the first was lost too. */
export const createReplacementWebhook = ({ id, instead_of }: { id: string; instead_of: string | null }) =>
  post<{ replacement: Replacement; created: CreatedWebhook | null }>(
    `${addressOf(id)}/replacement`,
    instead_of === null ? {} : { instead_of },
  );

export const moveReplacement = ({ id, move }: { id: string; move: ReplacementMove }) =>
  post<Replacement>(`${addressOf(id)}/replacement/moves`, { move });

/** Sends a sample delivery. Possible while the server holds the webhook's secret for this session. */
export const sendTestDelivery = (id: string) => post<TestDelivery>(`${addressOf(id)}/test-delivery`);
