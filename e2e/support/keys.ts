import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import type { ListedKey } from "#lib/core/contract/keys/keys.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { signIn } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { MESSAGES } from "./messages.ts";

type Running = Pick<Installation, "origin" | "dataDir" | "sandboxUrl">;

/** The messages of the API keys page, also with values filled in. */
export const words = { ...MESSAGES.en.keys, secrets: MESSAGES.en.secrets };
export const filled = (words: string, values: Record<string, string>): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

export const entryOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Creates a key through the dashboard's own route, confirms it as stored, and returns the revealed value. */
export async function makeKey(api: APIRequestContext, name: string): Promise<{ id: string; api_key: string }> {
  const answer = await api.post("/api/api-keys", { data: { id: name } });
  expect(answer.status()).toBe(201);
  const { id, api_key, reveal_id } = await answer.json();
  expect((await api.delete(`/api/reveals/${reveal_id}`)).status()).toBe(204);
  return { id, api_key };
}

export async function listKeys(api: APIRequestContext): Promise<ListedKey[]> {
  const answer = await api.get("/api/api-keys");
  expect(answer.status()).toBe(200);
  return (await answer.json()).items;
}

/** A signed-in page of another user of this role at another machine. Close its context afterwards. */
export async function anotherPerson(browser: Browser, installation: Running, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: installation.origin, locale: "en-US" });
  expect((await signIn(context.request, installation, role)).ok()).toBe(true);
  return context.newPage();
}

/** The service itself, called with a key of its own; `fault` sets a fault for calls of a path. */
export function serviceOf({ sandboxUrl }: Running) {
  return {
    async fault(fault: {
      kind: string;
      method: string;
      status?: number;
      count?: number;
      path?: string;
    }): Promise<void> {
      const answer = await fetch(`${sandboxUrl}/sandbox/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ path: "/api-keys*", count: 1, ...fault }),
      });
      expect(answer.status).toBe(201);
    },
    async call(method: string, path: string, key: string): Promise<number> {
      return (await fetch(`${sandboxUrl}${path}`, { method, headers: { "x-api-key": key } })).status;
    },
  };
}
