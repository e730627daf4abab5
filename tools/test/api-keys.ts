import { DELETE as deleteKey } from "#app/api/api-keys/[api_key_id]/route.ts";
import { POST as createKey, GET as listKeys } from "#app/api/api-keys/route.ts";
import { GET as listReveals } from "#app/api/reveals/route.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { createKeySource } from "#lib/core/server/vault/dashboard-keys.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, type Handler } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";

export const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

let started: () => TestDashboard;

export const dashboard = (): TestDashboard => started();

/** Before each test of the file: the service has one key, the dashboard's, and an admin has just signed in. */
export function withOneKey(): void {
  started = dashboardForEach(async ({ service }) => {
    await database().pool.query("DELETE FROM flows; DELETE FROM reveals");
    await service.query("DELETE FROM sandbox.api_key WHERE key_hash <> sha256($1::bytea)", [await createKeySource()()]);
  });
}

export const get = (handler: Handler) => callRoute(handler, { method: "GET" });
export const create = (id: string) => callRoute(createKey, { body: { id } });
export const remove = (id: string) => callRoute(deleteKey, { method: "DELETE", params: { api_key_id: id } });
export const reveals = async (): Promise<Reveal[]> => (await get(listReveals)).body.items;
export const currentId = async (): Promise<string> =>
  (await get(listKeys)).body.items.find(({ current }: { current: boolean }) => current).id;
