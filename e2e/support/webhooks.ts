import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { CreatedWebhook, ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import type { MESSAGES } from "./messages.ts";
import type { Sandbox } from "./sandbox.ts";

type Words = (typeof MESSAGES)[keyof typeof MESSAGES];

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const addressOf = (id: string) => `/webhooks/${encodeURIComponent(id)}`;

/** Creates a webhook whose secret is no longer stored. */
export async function existing(api: APIRequestContext, fields: Partial<ListedWebhook> = {}): Promise<CreatedWebhook> {
  const made = await api.post("/api/webhooks", {
    data: {
      url: `https://hooks.maderas.mx/${crypto.randomUUID()}`,
      events: ["verification.v2.created", "verification.v2.finished"],
      description: "Billing",
      ...fields,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const webhook: CreatedWebhook = await made.json();
  await api.delete(`/api/reveals/${webhook.reveal_id}`);
  return webhook;
}

export const listed = async (api: APIRequestContext): Promise<ListedWebhook[]> =>
  (await (await api.get("/api/webhooks")).json()).items;

export async function revealedSecret(page: Page): Promise<string> {
  const code = page.getByRole("dialog").locator("code").first();
  await expect(code).toHaveText(/^whsec_/);
  return (await code.textContent()) ?? "";
}

export async function store(page: Page, words: Words): Promise<void> {
  await button(page, words.secrets.reveal.stored).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/**
 * Disables all webhooks except the dashboard's own: nothing listens at the addresses of the others, and their deliveries
 * would be retried for a quarter of an hour. A user who may not see webhooks has created none.
 */
export async function silenceOthers(request: APIRequestContext, sandbox: Sandbox): Promise<void> {
  const answer = await request.get("/api/webhooks");
  if (!answer.ok()) return;
  const items: ListedWebhook[] = (await answer.json()).items;
  for (const { id } of items.filter(({ own }) => !own)) await sandbox.enable(id, false);
}
