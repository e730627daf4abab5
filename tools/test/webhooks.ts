import { expect } from "vitest";
import { GET as listReveals } from "#app/api/reveals/route.ts";
import { POST as moveOn } from "#app/api/webhooks/[webhook_id]/replacement/moves/route.ts";
import { POST as createReplacementWebhook } from "#app/api/webhooks/[webhook_id]/replacement/route.ts";
import {
  DELETE as deleteWebhook,
  GET as getWebhook,
  PUT as updateWebhook,
} from "#app/api/webhooks/[webhook_id]/route.ts";
import { POST as createWebhook, GET as listWebhooks } from "#app/api/webhooks/route.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import type { CreatedWebhook, ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";

export const FIELDS = {
  url: "https://hooks.maderas.mx/svc",
  events: ["verification.v2.created", "verification.v2.finished"],
  description: "Billing",
};
export const SECRET = /whsec_[0-9a-f]{64}/;

let started: () => TestDashboard;

export const dashboard = (): TestDashboard => started();

/** Before each test of the file: no webhook, and an admin who has just signed in. */
export function withoutWebhooks(): void {
  started = dashboardForEach(async ({ service }) => {
    await database().pool.query(
      "DELETE FROM flows; DELETE FROM creation_attempts; DELETE FROM reveals; DELETE FROM receiver_secrets; DELETE FROM receivers",
    );
    await service.query("DELETE FROM sandbox.webhook");
  });
}

export const of = (webhook_id: string) => ({ webhook_id });
export const create = async (fields: object = {}): Promise<CreatedWebhook> => {
  const { status, body } = await callRoute(createWebhook, { body: { ...FIELDS, ...fields } });
  expect(status).toBe(201);
  return body;
};
export const list = async (): Promise<ListedWebhook[]> => (await callRoute(listWebhooks, { method: "GET" })).body.items;
export const get = async (id: string): Promise<ListedWebhook> =>
  (await callRoute(getWebhook, { method: "GET", params: of(id) })).body;
const ifMatch = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { "if-match": `"${version}"` };
export const put = (id: string, body: object, version?: string) =>
  callRoute(updateWebhook, {
    method: "PUT",
    params: of(id),
    body,
    headers: ifMatch(version),
  });
export const remove = (id: string, version?: string) =>
  callRoute(deleteWebhook, {
    method: "DELETE",
    params: of(id),
    headers: ifMatch(version),
  });
export const createReplacement = (id: string, insteadOf?: string) =>
  callRoute(createReplacementWebhook, {
    params: of(id),
    ...(insteadOf === undefined ? {} : { body: { instead_of: insteadOf } }),
  });
export const move = (id: string, name: string) => callRoute(moveOn, { params: of(id), body: { move: name } });
export const reveals = async (): Promise<Reveal[]> => (await callRoute(listReveals, { method: "GET" })).body.items;
export const atService = () =>
  dashboard().service.query("SELECT id, url, events, description, secret FROM sandbox.webhook");
export const fault = (kind: string, method: string, more: object = {}) =>
  dashboard().fault({ kind, method, path: "/v2/webhooks*", count: 1, ...more });
